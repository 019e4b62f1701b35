import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useText } from '../language/index.ts'

/** Says that the network is gone, for as long as it is. */
export function OfflineNotice() {
  const t = useText()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-4 z-60 flex justify-center px-4 max-lg:bottom-[calc(4.75rem+env(safe-area-inset-bottom))] print:hidden">
      {!isOnline && (
        <span className="inline-flex items-center gap-2 rounded-2xl border border-line bg-raised px-4 py-2 font-medium shadow-raised">
          <WifiOff aria-hidden className="size-4 shrink-0 text-warn" />
          {t('offline.notice')}
        </span>
      )}
    </output>
  )
}

function subscribe(changed: () => void): () => void {
  const watching = new AbortController()
  for (const event of ['online', 'offline']) addEventListener(event, changed, { signal: watching.signal })
  return () => watching.abort()
}
