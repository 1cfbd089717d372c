import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { keptInput } from './web/kept-input.ts'
import './web/translation.ts'

const { __reactRouterContext: context } = window as unknown as {
  __reactRouterContext: { basename: string }
}

const hydrate = () => {
  const restoreInput = keptInput()
  const isTranslated = document.querySelector('font') !== null
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
      {
        onRecoverableError(error) {
          restoreInput()
          if (!isTranslated) reportError(error)
        },
      },
    )
  })
}

// Only a preview lies below a path. It sends nothing from the first event on.
if (context.basename === '/') hydrate()
else import('./features/site/previews/use-preview.ts').then(hydrate)
