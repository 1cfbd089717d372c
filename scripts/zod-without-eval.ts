import type { Plugin } from 'vite'

/**
 * Turns off zod's code generation in browsers. zod compiles its checks with `new Function` and
 * first probes whether it may, which the content security policy of our pages refuses and reports.
 * The setting is added at the end of the module that defines zod's settings, and so before every
 * schema.
 */
export function zodWithoutEval(): Plugin {
  return {
    name: 'zod-without-eval',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/node_modules\/zod\/v4\/core\/core\.js$/ },
      handler: (code) => ({ code: `${code}\nconfig({ jitless: true })\n`, map: null }),
    },
  }
}
