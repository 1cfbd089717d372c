import { existsSync } from 'node:fs'

/** Chromium without a user interface, which has the same engine but needs a fifth less work. */
export const headlessShell = '/usr/bin/chromium-headless-shell'

const installed = [
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** CHROMIUM_PATH takes precedence. Undefined when no Chromium is installed. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  return named || installed.find((path) => existsSync(path))
}

/**
 * A full browser if one is installed, because loading and painting times of the headless shell
 * differ.
 */
export function findWholeChromium(): string | undefined {
  const whole = installed.find((path) => path !== headlessShell && existsSync(path))
  return process.env.CHROMIUM_PATH || whole || findChromium()
}
