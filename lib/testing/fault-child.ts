/** Sweeps faults in a process of its own, since it tampers with this one's calls. `node fault-child.ts FOLDER SWEEP [MOST]` */
import { sweepFaults } from './fault-sweep.ts'

const [folder = '', sweep = '', most] = process.argv.slice(2)
const swept = await sweepFaults(folder, JSON.parse(sweep), most === undefined ? undefined : Number(most))
console.log(JSON.stringify(swept))
process.exit(0)
