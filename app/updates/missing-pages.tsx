import { useContext, useEffect, useEffectEvent, useRef } from 'react'
import { createPath, UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'
import { useText } from '../language/use-text.tsx'
import { showToast } from '../ui/basic/toast-list.ts'
import { mayLoadAnew } from './load-anew.ts'

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
