const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+).*Safari/, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** For example 'Chrome 130 on Windows'; unrecognized user agents are returned unchanged. */
export function browserName(userAgent: string): string {
  for (const [shape, name] of browsers) {
    const version = shape.exec(userAgent)?.[1]
    if (!version) continue
    const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
    return `${name} ${version}${system ? ` on ${system}` : ''}`
  }
  return userAgent
}
