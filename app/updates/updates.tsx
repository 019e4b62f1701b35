import { lazy, Suspense, useEffect, useState } from 'react'

const PageNews = lazy(async () => {
  const loading = import('./page-news.tsx').then((piece) => piece.PageNews)
  // A page without news is still a page.
  return { default: await loading.catch(() => Nothing) }
})

function Nothing(): null {
  return null
}

/** The page comes first. */
const startAfterMs = 3_000

/** Tells about newer builds and a lost network. Place it once; its code comes when the page has settled. */
export function Updates() {
  const [isStarted, setIsStarted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsStarted(true), startAfterMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isStarted) return null
  return (
    <Suspense>
      <PageNews />
    </Suspense>
  )
}
