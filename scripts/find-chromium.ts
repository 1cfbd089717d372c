import { existsSync } from 'node:fs'

/** Chromium without what a window needs: the same engine, a fifth less work for the tests. */
export const headlessShell = '/usr/bin/chromium-headless-shell'

const installed = [
  headlessShell,
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

/** One that people use, where there is one: the headless shell loads and paints at other times. */
export function findWholeChromium(): string | undefined {
  const whole = installed.find((path) => path !== headlessShell && existsSync(path))
  return process.env.CHROMIUM_PATH || whole || findChromium()
}
