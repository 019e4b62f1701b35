import { useEffect, useEffectEvent } from 'react'
import 'virtual:words/live'
import { useText } from '../language/index.ts'
import { showToast } from '../ui/index.ts'
import { loadDocuments } from './document-loads.ts'
import { askLatestBuild } from './latest-build.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { registerOfflinePage } from './offline-page.ts'
import { watchVersion } from './version-watch.ts'

/** Watches for newer builds, for the network, and makes the offline page ready. */
export function PageNews() {
  useNewVersion()
  useEffect(registerOfflinePage, [])
  return <OfflineNotice />
}

/** A newer build: the next link loads a whole page, and a toast offers it now. */
function useNewVersion(): void {
  const t = useText()
  const tell = useEffectEvent(() => {
    showToast(t('update.ready'), 'done', { label: t('update.reload'), run: () => location.reload() })
  })
  useEffect(() => {
    const watching = new AbortController()
    const { signal } = watching
    let isOutdated = false
    const watch = watchVersion(
      {
        ask: askLatestBuild,
        after(milliseconds, work) {
          const timer = setTimeout(work, milliseconds)
          return () => clearTimeout(timer)
        },
        random: Math.random,
      },
      () => {
        if (!isOutdated) loadDocuments(signal)
        isOutdated = true
        tell()
      },
    )
    const look = (): void => {
      if (document.visibilityState === 'visible') watch.look()
    }
    document.addEventListener('visibilitychange', look, { signal })
    addEventListener('focus', look, { signal })
    return () => {
      watching.abort()
      watch.stop()
    }
  }, [])
}
