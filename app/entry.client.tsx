import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { mayLoadAnew } from './updates/load-anew.ts'

// A piece of code that is gone after an update: load the new page, but never in a loop.
addEventListener('vite:preloadError', (event) => {
  if (!mayLoadAnew()) return
  event.preventDefault()
  location.reload()
})

// Tells the server that parts of a page may be streamed.
document.cookie = 'js=1; path=/; max-age=31536000; samesite=lax'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      {/* The server has its preloads here: ids that are made by place have to come out the same. */}
      {null}
      <HydratedRouter />
    </StrictMode>,
  )
})
