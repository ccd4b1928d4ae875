/** Plain JavaScript, because an older Node cannot run TypeScript and would only print a stack. */
if (Number.parseInt(process.version.slice(1), 10) < 24) {
  console.error(
    `Steward needs Node 24 or newer, and this is ${process.version}. On Linux (x64 and arm64), npm ci installs it; run that again. Elsewhere, install Node 24.`,
  )
  process.exit(1)
}
