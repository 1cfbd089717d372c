import { existsSync } from 'node:fs'

/** The shell without a window's parts comes first: the same engine, a fifth less work for the tests. */
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of an installed Chromium, CHROMIUM_PATH first, or undefined where there is none. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  return named || installed.find((path) => existsSync(path))
}
