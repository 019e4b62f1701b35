// News of the product itself in open pages: a newer build, a lost network, being installed.
// Knows no shop and no figure; what a page shows is never changed from here.
import { lazy, Suspense, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPath, UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'
import { useText } from '../language/use-text.tsx'
import { showToast } from '../ui/basic/toast-list.ts'
import { mayLoadAnew } from './load-anew.ts'

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

/**
 * Goes on where a press leads although the code of that page is gone, which happens after an update: the page is loaded whole.
 * Where that has just not helped, it says so instead. The build lets the router tell; place it once.
 */
export function MissingPages(): null {
  const t = useText()
  const router = useContext(DataRouterContext)?.router
  const told = useRef('')
  const goOn = useEffectEvent(() => {
    const wanted = router?.state.navigation.location
    // Code that was only fetched ahead is asked for again when it is needed, and a page may lack several pieces.
    if (!wanted || wanted.key === told.current) return
    told.current = wanted.key
    const load = () => location.assign(createPath(wanted))
    if (mayLoadAnew()) load()
    else showToast(t('shell.piece_missing'), 'failed', { label: t('shell.reload'), run: load })
  })
  useEffect(() => {
    const listen = () => goOn()
    addEventListener('tillsight:page-missing', listen)
    return () => removeEventListener('tillsight:page-missing', listen)
  }, [])
  return null
}
