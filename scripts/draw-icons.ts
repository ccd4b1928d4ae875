/** Renders every bitmap icon in `public/` from `public/icon.svg`. Run it after changing the SVG, and commit the result. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from './browser.ts'
import { ROOT } from './project.ts'

type IconStyle = {
  readonly pixels: number
  /** Background behind the icon's rounded corners; without one they are transparent. */
  readonly fill?: string
  /** Share of the width that the icon takes. */
  readonly scale?: number
}

const PUBLIC = join(ROOT, 'public')
const svg = readFileSync(join(PUBLIC, 'icon.svg'), 'utf8')
const background = /<rect[^>]*fill="(#[0-9A-F]{6})"/i.exec(svg)?.[1]
if (background === undefined) throw new Error('public/icon.svg has no background rectangle')

const PNGS: Readonly<Record<string, IconStyle>> = {
  // iOS rounds the corners itself and shows transparent ones in black.
  'apple-touch-icon.png': { pixels: 180, fill: background },
  'icon-192.png': { pixels: 192 },
  'icon-512.png': { pixels: 512 },
  // Android may crop to a circle of 80% of the width; at this scale the letter stays inside.
  'icon-maskable-512.png': { pixels: 512, fill: background, scale: 0.75 },
}
const FAVICON_PIXELS = [16, 32, 48]

const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS })
try {
  for (const [name, style] of Object.entries(PNGS))
    writeFileSync(join(PUBLIC, name), await render(browser, style))
  const sizes = await Promise.all(FAVICON_PIXELS.map((pixels) => render(browser, { pixels })))
  writeFileSync(join(PUBLIC, 'favicon.ico'), toIco(sizes))
} finally {
  await browser.close()
}

async function render(
  from: Browser,
  { pixels, fill = 'transparent', scale = 1 }: IconStyle,
): Promise<Buffer> {
  const page = await from.newPage({ viewport: { width: pixels, height: pixels }, deviceScaleFactor: 1 })
  const size = pixels * scale
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${fill}">
     <img src="${source}" width="${size}" height="${size}" style="display:block" alt="">`,
  )
  const png = await page.screenshot({ omitBackground: true })
  await page.close()
  return png
}

/** An ICO file is a table of contents in front of ordinary PNG files. */
function toIco(pngs: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pngs.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pngs.length, 4)
  let offset = head.length
  for (const [index, png] of pngs.entries()) {
    const at = 6 + 16 * index
    const pixels = FAVICON_PIXELS[index] ?? 0
    head.writeUInt8(pixels, at)
    head.writeUInt8(pixels, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...pngs])
}
