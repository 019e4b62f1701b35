// News about the product in open pages: a newer build, a lost network, installation. Knows no shop and no figure; never
// changes what a page shows.
import { lazy, Suspense, useContext, useEffect, useEffectEvent, useRef } from 'react'
import { createPath, UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'
import { useText } from '../language/use-text.tsx'
import { useLater } from '../ui/basic/hooks.ts'
import { orNothing } from '../ui/basic/or-nothing.ts'
import { showToast } from '../ui/basic/toast-list.ts'
import { mayLoadAnew } from './load-anew.ts'

// Without update checks the page still works.
const PageNews = lazy(() => orNothing(import('./page-news.tsx').then((piece) => piece.PageNews)))

/** The page comes first. */
const startAfterMs = 6_000

/** Notifies of newer builds and a lost network. Use it once; its code is loaded after the page. */
export function Updates() {
  if (!useLater(startAfterMs)) return null
  return (
    <Suspense>
      <PageNews />
    </Suspense>
  )
}

/**
 * Completes a navigation whose chunk no longer exists, as happens after an update, by loading the whole page. If that has
 * just failed, shows a message instead. The build makes the router report it; use it once.
 */
export function MissingPages(): null {
  const t = useText()
  const router = useContext(DataRouterContext)?.router
  const told = useRef('')
  const goOn = useEffectEvent(() => {
    const wanted = router?.state.navigation.location
    // Preloaded code is requested again when it is needed, and a page may lack several chunks.
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
