/** Hermes writes file names and most JSON times in local time without a zone. */
const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0')

/** `20261116_093015` */
export function compactStamp(ms: number): string {
  const at = new Date(ms)
  const day = `${at.getFullYear()}${pad(at.getMonth() + 1)}${pad(at.getDate())}`
  return `${day}_${pad(at.getHours())}${pad(at.getMinutes())}${pad(at.getSeconds())}`
}

/** `2026-11-16_09-30-15` */
export function dashedStamp(ms: number): string {
  const compact = compactStamp(ms)
  const part = (from: number, to: number) => compact.slice(from, to)
  return `${part(0, 4)}-${part(4, 6)}-${part(6, 8)}_${part(9, 11)}-${part(11, 13)}-${part(13, 15)}`
}

/** `2026-11-16T09:30:15.120000` */
export function localIso(ms: number): string {
  const [day = '', time = ''] = dashedStamp(ms).split('_')
  return `${day}T${time.replaceAll('-', ':')}.${pad(new Date(ms).getMilliseconds(), 3)}000`
}
