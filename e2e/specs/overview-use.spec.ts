/** The overview by URL, by mouse and by keyboard. */
import { axeOn } from '../support/axe.ts'
import { holdBack } from '../support/delayed-response.ts'
import { expect, demoTest as test } from '../support/fixtures.ts'
import { chartNamed, chartsDrawn, findingsOf, tileOf } from '../support/page-parts.ts'

const rangeChoice = 'Range of disk and token history'

test('range and subject are in the URL and survive a reload and the back button', async ({ page }) => {
  await page.goto('/')
  const days = page.getByRole('table', { name: /^Tokens by UTC day/ }).getByRole('row')
  const range = (name: string) => page.getByRole('group', { name: rangeChoice }).getByRole('link', { name })
  await expect(range('30 d')).toHaveAttribute('aria-current', 'true')
  await expect(days).toHaveCount(32)

  await range('7 d').click()
  await expect(page).toHaveURL('/?range=7')
  await expect(range('7 d')).toHaveAttribute('aria-current', 'true')
  await expect(days).toHaveCount(9)

  const subject = page.getByRole('group', { name: 'Session age of' })
  await subject.getByRole('link', { name: 'Sessions', exact: true }).click()
  await expect(page).toHaveURL('/?range=7&count=sessions')
  await expect(page.getByRole('table', { name: 'Sessions by age' })).toBeAttached()
  await expect(page.getByRole('heading', { name: /^Cron started .* of sessions/ })).toBeVisible()

  await page.reload()
  await expect(days).toHaveCount(9)
  await expect(page.getByRole('table', { name: 'Sessions by age' })).toBeAttached()

  await page.goBack()
  await expect(page).toHaveURL('/?range=7')
  await expect(page.getByRole('table', { name: 'Transcripts by age' })).toBeAttached()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(days).toHaveCount(32)
})

test('an invalid URL shows the default', async ({ page }) => {
  await page.goto('/?range=-1&range=7&count=<script>&home=')
  await expect(page.getByRole('link', { name: '30 d' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('table', { name: 'Transcripts by age' })).toBeAttached()
})

test('the window title and the picker name the open home', async ({ page, lab }) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Overview · Hermes Steward')
  const [home] = await lab.homes()
  await expect(page.getByRole('button', { name: 'Home: main, demo. Choose another' })).toContainText(
    home?.path ?? 'no home',
  )
})

test('every Tab stop is named and visible, and none is missing', async ({ page, lab }) => {
  await page.goto('/')
  await chartsDrawn(page)
  const { findings } = await lab.overview()
  const pages = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()
  expect(pages.length).toBeGreaterThan(1)
  const stops: { name: string; seen: boolean }[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const { activeElement: element } = document
      if (element === null || element === document.body) return null
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return {
        name: (element.getAttribute('aria-label') ?? element.textContent ?? '').trim(),
        seen: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
      }
    })
    if (stop === null) break
    stops.push(stop)
  }
  expect(stops.filter(({ name, seen }) => !seen || name === '')).toEqual([])
  const names = stops.map(({ name }) => name)
  const wanted = [
    /^Skip to the page$/,
    /^Home: main, demo/,
    ...pages.map((label) => new RegExp(`^${label}$`)),
    /^Sign out$/,
    /^Sign out everywhere$/,
    /^Search or run a command$/,
    /^Count every file again$/,
    /^Switch between dark and light$/,
    /^7 d$/,
    /^30 d$/,
    /^90 d$/,
    /^Transcripts$/,
    /^Sessions$/,
    /^Transcripts$/,
    /^Sessions$/,
    /^Transcripts by age\./,
    /^Disk blocks by class over time\./,
    /^Tokens by day\./,
    /^\d+ leaked$/,
    /^Show the \d+ leaked sessions$/,
  ]
  const times = (list: readonly RegExp[], pattern: RegExp) =>
    list.filter(({ source }) => source === pattern.source).length
  for (const pattern of wanted)
    expect(names.filter((name) => pattern.test(name))).toHaveLength(times(wanted, pattern))
  expect(names.filter((name) => name.startsWith('Show as table: '))).toHaveLength(4)
  const opening = findings.filter(({ examples }) => examples.length > 0)
  for (const { title } of opening) expect(names.some((name) => name.includes(title))).toBe(true)
  const previewed = findings.filter(({ action }) => action !== null)
  for (const { title } of previewed) expect(names).toContain(`Preview: ${title}`)
  expect(stops).toHaveLength(wanted.length + 4 + opening.length + previewed.length)
})

test('the page can be used by keyboard: skip link, home, theme, table and finding', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the page' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  const picker = page.getByRole('button', { name: /^Home: main/ })
  await picker.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: /^main/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(picker).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menu', { name: 'Homes' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('menu')).toHaveCount(0)

  await page.getByRole('button', { name: 'Switch between dark and light' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#F6F7F8')

  const asTable = page.getByRole('button', { name: /^Show as table: .* transcripts/ }).first()
  await asTable.focus()
  await page.keyboard.press('Space')
  await expect(asTable).toHaveAttribute('aria-pressed', 'true')
  const numbers = page.getByRole('region', { name: /^Numbers of: .* transcripts are/ })
  await expect(numbers.getByRole('row', { name: '1–7 d' })).toBeInViewport()
  await page.keyboard.press('Space')
  await expect(asTable).toHaveAttribute('aria-pressed', 'false')

  const finding = findingsOf(page).locator('summary').first()
  await finding.focus()
  await page.keyboard.press('Enter')
  await expect(findingsOf(page).getByRole('listitem').nth(1)).toBeVisible()
})

test('examples opened before hydration appear right after it', async ({ page }) => {
  const purge = await holdBack(page, ({ pathname }) => pathname.endsWith('.js'))
  await page.goto('/', { waitUntil: 'commit' })
  const finding = findingsOf(page).locator('details').first()
  await finding.locator('summary').click()
  await expect(finding).toHaveAttribute('open')
  purge()
  await expect(finding.getByRole('listitem').first()).toBeVisible()
})

test.describe('signed out meanwhile', () => {
  test.use({ expectedNoise: { pattern: /401 \(Unauthorized\)|net::ERR_FAILED/ } })

  test('a failed preview says so and the page stays', async ({ page }) => {
    await page.goto('/')
    const first = findingsOf(page)
      .getByRole('button', { name: /^Preview: / })
      .first()
    await expect(page.getByRole('table', { name: 'Transcripts by age' })).toBeAttached()
    // A refresh would lead to the sign-in page.
    await page.route('**/api/health', (route) => route.abort())
    await page.context().clearCookies()
    await first.click()
    await expect(findingsOf(page).getByRole('alert')).toContainText('No answer, so nothing was prepared')
    await expect(first).toBeEnabled()
  })
})

test('arrow keys move through a chart point by point', async ({ page }) => {
  await page.goto('/')
  await chartsDrawn(page)
  const chart = chartNamed(page, 'Transcripts by age')
  await chart.focus()
  const status = page.getByRole('status')
  await page.keyboard.press('ArrowRight')
  await expect(status.filter({ hasText: '1–6 h, 54' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(status.filter({ hasText: '6–24 h, 245' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(status.filter({ hasText: '1–6 h, 54' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the open drawer and home menu have no axe violations', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).tap()
    const drawer = page.getByRole('dialog', { name: 'Pages' })
    await expect(drawer).toBeVisible()
    expect((await axeOn(page).include('dialog').analyze()).violations).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Home: main/ }).tap()
    await expect(page.getByRole('menu', { name: 'Homes' })).toBeInViewport({ ratio: 1 })
    expect((await axeOn(page).include('header').analyze()).violations).toEqual([])
  })

  test('the pages are behind a button and the home stays visible', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: /^Home: main, demo/ })).toBeInViewport()
    await expect(page.getByRole('link', { name: 'Overview' })).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).tap()
    await expect(
      page.getByRole('dialog', { name: 'Pages' }).getByRole('link', { name: 'Overview' }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Close', exact: true }).tap()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).tap()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
    await page.getByRole('button', { name: 'Menu' }).tap()
    await page.touchscreen.tap(380, 700)
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await tileOf(page, 'Open sessions')).toEqual(['887of3,049', '861leaked,26live'])
  })
})

test('the demo’s board shows the burn that just ended and links to it', async ({ page }) => {
  await page.goto('/watch')
  await expect(page.getByText(/^The last one: .+, open for 2 h, closed .+ ago\.$/)).toBeVisible()
  await expect(page.locator('[data-figure=burn]')).toHaveText(/^0\s*tokens\/min$/)
  await page.getByRole('link', { name: /^inbox-triage .+ is looping$/ }).click()
  await expect(page.getByText(/^Closed, after 2 h\. Runaway session/)).toBeVisible()
  await expect(page.getByRole('heading', { name: /at its worst 2\d\d K tokens a minute/ })).toBeVisible()
  await expect(page.getByText('DEMO').first()).toBeVisible()
})
