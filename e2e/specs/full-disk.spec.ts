/** A first start while the disk of the home and of STEWARD_DATA has no byte left. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statfsSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { tinyHome } from '../../lib/testing/presets/tiny-home.ts'
import { freePort } from '../../lib/testing/processes/free-port.ts'
import { startWriter } from '../../lib/testing/processes/line-child.ts'
import { ROOT } from '../../scripts/project.ts'
import { expectEveryViewport } from '../support/every-viewport.ts'
import { API_TOKEN } from '../support/fixtures.ts'

const OLD_S = 1_767_000_000
const LARGE_BYTES = 5_000_000

type FullDisk = {
  readonly home: string
  readonly data: string
  readonly freeBytes: () => number
  readonly makeRoom: () => void
}

const test = base.extend<{ disk: FullDisk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  disk: async ({}, use) => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'steward-e2e-')))
    const disk = join(root, 'disk')
    mkdirSync(disk)
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'none', disk]).status === 0
    test.skip(!mounted, 'needs the right to mount a small disk')
    const freeBytes = () => statfsSync(disk).bavail * statfsSync(disk).bsize
    const home = tinyHome(join(disk, 'home'), Date.now()).path
    const orphan = join(home, 'sessions', 'session_20260102_080000_0rphan.json')
    writeFileSync(orphan, Buffer.alloc(LARGE_BYTES, 1))
    utimesSync(orphan, OLD_S, OLD_S)
    const hermes = await startWriter(join(home, 'state.db'))
    await hermes.ask("db.prepare('SELECT count(*) FROM sessions').pluck().get()")
    const fill = join(disk, 'fill')
    try {
      for (;;) appendFileSync(fill, Buffer.alloc(Math.max(4_096, Math.min(1_000_000, freeBytes()))))
    } catch {
      // No byte is left.
    }
    await use({ home, data: join(disk, 'data'), freeBytes, makeRoom: () => rmSync(fill) })
    await hermes.stop()
    spawnSync('umount', ['-l', disk])
    rmSync(root, { recursive: true, force: true })
  },
})

type Started = { readonly url: string; readonly output: () => string; readonly stop: () => Promise<void> }

/** As an operator starts it, because the server restarts when there is space again. */
async function start({ home, data }: FullDisk): Promise<Started> {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, [join(ROOT, 'scripts', 'start.ts')], {
    cwd: ROOT,
    env: {
      ...process.env,
      HERMES_HOME: home,
      STEWARD_DATA: data,
      STEWARD_TOKEN: API_TOKEN,
      STEWARD_PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk))
  const output = () => printed
  await expect.poll(output, { timeout: 240_000 }).toContain('/sign-in?code=')
  return {
    url: `http://127.0.0.1:${port}`,
    output,
    stop: async () => {
      child.kill('SIGTERM')
      await exit
    },
  }
}

const AUTHORIZED = { authorization: `Bearer ${API_TOKEN}`, 'content-type': 'application/json' }

async function order(url: string, body: unknown) {
  const response = await fetch(url, { method: 'POST', headers: AUTHORIZED, body: JSON.stringify(body) })
  return response.json()
}

const get = (url: string) => fetch(url, { headers: AUTHORIZED }).then((response) => response.json())

test('a first start deletes, frees bytes and keeps its records', async ({ disk, page }) => {
  test.setTimeout(600_000)
  expect(disk.freeBytes()).toBe(0)
  const server = await start(disk)
  try {
    const link = /\S+\/sign-in\?code=\S+/.exec(server.output())?.[0] ?? ''
    await page.goto(link)
    const banner = page.getByRole('status').filter({ hasText: 'Disk full.' })
    await page.goto(`${server.url}/cleanup`)
    await expect(banner).toContainText('Steward keeps its records in')
    await expect(banner).toContainText(/Free \d.* on the disk of /)
    await expectEveryViewport(page)

    const plans = `${server.url}/api/v1/homes/main/plans`
    const steps = [{ action: 'orphan-files', policy: { olderThanDays: 0 } }]
    const archive = await order(plans, { steps, disposition: 'archive' })
    expect(archive.refusals).toMatchObject([{ code: 'archive-needs-room' }])
    const plan = await order(plans, { steps, disposition: 'delete' })
    const { receiptId } = await order(`${server.url}/api/v1/plans/${plan.id}/approve`, {
      digest: plan.digest,
      except: [],
    })
    const receipt = () => get(`${server.url}/api/v1/receipts/${receiptId}`)
    await expect.poll(async () => (await receipt()).state, { timeout: 60_000 }).toBe('done')
    const done = await receipt()
    expect(done.freedBytes).toBeGreaterThanOrEqual(LARGE_BYTES)
    expect(disk.freeBytes()).toBeGreaterThanOrEqual(LARGE_BYTES)
    expect(existsSync(join(disk.data, 'steward.db'))).toBe(false)

    const folder = /"folder":"([^"]+)"/.exec(server.output())?.[1] ?? ''
    expect(existsSync(join(folder, 'steward.db'))).toBe(true)
    disk.makeRoom()
    await expect
      .poll(() => existsSync(join(disk.data, 'steward.db')) && !existsSync(folder), { timeout: 60_000 })
      .toBe(true)
    await expect.poll(() => receipt().catch(() => null), { timeout: 60_000 }).toEqual(done)
    await page.goto(`${server.url}/cleanup`)
    // Still signed in.
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Cleanup')
    await expect(banner).toHaveCount(0)
  } finally {
    await server.stop()
  }
})
