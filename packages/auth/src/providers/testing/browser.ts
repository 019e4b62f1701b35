// Does by hand what a browser does between the service and a fake provider.

/** Follows redirects and self-submitting forms from `start` until it leaves both origins; returns that address. */
export async function walk(start: string, own: readonly string[]): Promise<URL> {
  let response = await fetch(start, { redirect: 'manual' })
  for (let step = 0; step < 10; step += 1) {
    const location = response.headers.get('location')
    if (location === null) response = await submit(await response.text())
    else if (isOwn(location, own)) response = await fetch(location, { redirect: 'manual' })
    else return new URL(location)
  }
  throw new Error('the way has no end')
}

/** The parameters in an address's fragment. */
export function fragmentOf(url: URL): URLSearchParams {
  return new URLSearchParams(url.hash.slice(1))
}

function isOwn(location: string, own: readonly string[]): boolean {
  return own.some((start) => location.startsWith(start))
}

async function submit(page: string): Promise<Response> {
  const action = /action="([^"]+)"/.exec(page)?.[1]
  if (action === undefined) throw new Error(`nothing leads on from here: ${page.slice(0, 200)}`)
  const fields = [...page.matchAll(/name="([^"]+)" value="([^"]+)"/g)].map(([, name = '', value = '']) => [name, value])
  return await fetch(action, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
}
