/** Makes the page ready that stands in when the network is gone; in the built product only. */
export function registerOfflinePage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Without it everything works but the offline page.
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
}
