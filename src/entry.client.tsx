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

// Only previews lie below a path. They are not hydrated, so that they send nothing.
if (context.basename === '/') hydrate()
else import('./features/site/previews/use-preview.ts').then(hydrate)
