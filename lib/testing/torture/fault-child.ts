/** Sweeps faults in a process of its own, since it tampers with this one's calls. `node fault-child.ts FOLDER SWEEPS` */
import { sweepFaults } from './fault-sweep.ts'

const [folder = '', sweeps = '[]'] = process.argv.slice(2)
console.log(JSON.stringify(await sweepFaults(folder, JSON.parse(sweeps))))
process.exit(0)
