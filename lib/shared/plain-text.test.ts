import { expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

it.each([
  ['inbox-triage', 'inbox-triage'],
  ['日本語 · émoji 🗂️ עברית', '日本語 · émoji 🗂️ עברית'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['invoice \u202Efdp.exe', 'invoice \uFFFDfdp.exe'],
  ['\u2066a\u2069', '\uFFFDa\uFFFD'],
  ['\u001b[31mred\u0007', '\uFFFD[31mred\uFFFD'],
  ['two\nlines\u2028three', 'two\uFFFDlines\uFFFDthree'],
])('control characters in %j are replaced', (text, plain) => {
  expect(plainText(text)).toBe(plain)
})
