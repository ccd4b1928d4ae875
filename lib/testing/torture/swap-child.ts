/** Replaces folders in a separate process, because it patches this one's calls. `node swap-child.ts FOLDER SWEEPS` */
import { type SwapSweep, type SwapSwept, sweepSwaps } from './swap-sweep.ts'

const [folder = '', text = '[]'] = process.argv.slice(2)
const sweeps: readonly SwapSweep[] = JSON.parse(text)
const swept: SwapSwept[] = []
for (const sweep of sweeps) swept.push(await sweepSwaps(folder, sweep))
process.stdout.write(`${JSON.stringify(swept)}\n`, () => process.exit(0))
