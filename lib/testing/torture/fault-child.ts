/** Injects faults in a separate process, because it patches this one's calls. `node fault-child.ts FOLDER SWEEPS` */
import { sweepFaults } from './fault-sweep.ts'

const [folder = '', sweeps = '[]'] = process.argv.slice(2)
console.log(JSON.stringify(await sweepFaults(folder, JSON.parse(sweeps))))
process.exit(0)
