import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import 'virtual:words/live'
import { fetchRetrying } from '../fetch/fetch-retrying.ts'
import { WifiOff } from '../icons.ts'
import { useText } from '../language/index.ts'
import { showToast } from '../ui/index.ts'
import { loadDocuments } from './document-loads.ts'
import { type ServedBuild, watchVersion } from './version-watch.ts'

const timeoutMs = 10_000

/** Watches for newer builds and the network, and registers the offline page. */
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

/** Registers the offline page; in production builds only. */
function registerOfflinePage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Without it everything works but the offline page.
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
}

/** Fetches the id of the served build; undefined for an unexpected response. */
async function askLatestBuild(): Promise<ServedBuild | undefined> {
  const response = await fetchRetrying('/builds/latest.json', { cache: 'no-store', timeoutMs })
  const body: unknown = response.ok ? await response.json() : undefined
  const [id, client] = [textOf(body, 'id'), textOf(body, 'client')]
  return id === undefined ? undefined : { id, isOwn: client === undefined || client === ownClient() }
}

/** The client version of this page, from the router's manifest. */
function ownClient(): string | undefined {
  return textOf(Reflect.get(globalThis, '__reactRouterManifest'), 'version')
}

function textOf(value: unknown, key: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const found: unknown = Reflect.get(value, key)
  return typeof found === 'string' ? found : undefined
}

/** A notice while the network is gone. */
function OfflineNotice() {
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
