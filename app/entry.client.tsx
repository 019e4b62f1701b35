import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

const reloadKey = 'tillsight:reloaded-at'
const reloadPauseMs = 10_000

// A piece of code that is gone after an update: load the new page, but never in a loop.
addEventListener('vite:preloadError', (event) => {
  // Without a network the new page would be none.
  if (!navigator.onLine) return
  if (event.timeStamp + performance.timeOrigin - Number(sessionStorage.getItem(reloadKey)) < reloadPauseMs) return
  sessionStorage.setItem(reloadKey, String(event.timeStamp + performance.timeOrigin))
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
