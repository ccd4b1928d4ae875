import fc from 'fast-check'
import { expect, it } from 'vitest'
import { visibleText } from './visible-text.ts'

it.each([
  ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
  ['from\r\nWindows', 'from\nWindows'],
  ['over\rwritten', 'over␍written'],
  ['\u001b[31mred\u0007', '␛[31mred␇'],
  ['\u009b2J', '<U+009B>2J'],
  ['invoice \u202efdp.exe', 'invoice <U+202E>fdp.exe'],
  ['\u0000json', '␀json'],
  ['\u007f', '␡'],
  ['日本語 🗂️ עברית <script>', '日本語 🗂️ עברית <script>'],
])('control characters in %j are made visible', (text, visible) => {
  expect(visibleText(text)).toBe(visible)
})

it('visible text does not change when processed again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const visible = visibleText(text)
      expect(visibleText(visible)).toBe(visible)
      expect(visible).not.toMatch(/(?![\n\t])\p{Cc}/u)
    }),
  )
})
