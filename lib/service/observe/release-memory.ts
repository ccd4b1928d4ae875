/**
 * Collects garbage right after a large release if the server allows it (`--expose-gc`, scripts/project.ts).
 * Otherwise V8 would do so only once the next rows of a large home are already in memory.
 */
export const releaseMemory = (): void => void globalThis.gc?.()
