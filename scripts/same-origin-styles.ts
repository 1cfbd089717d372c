import type { Plugin } from 'vite'

const everyLink = /link\.crossOrigin = ["'`]{2}/

/**
 * Vite requests late styles with `crossorigin`, React Router preloads them without: the browser
 * reports the mismatch and loads such a file twice. Styles are same-origin and do not need it.
 */
export function sameOriginStyles(): Plugin {
  return {
    name: 'same-origin-styles',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!everyLink.test(code)) this.error('The preload helper of Vite has changed')
        return { code: code.replace(everyLink, "if (!isCss) link.crossOrigin = ''"), map: null }
      },
    },
  }
}
