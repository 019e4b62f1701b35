import { isIP } from 'node:net'

// Second labels under which country registries sell names. Not the whole public suffix list: a missing entry only
// means that a redirect between two names of one owner is refused, or needs the merchant to type the other address.
const sold = new Set(
  'ac art asso biz co com coop ed edu firm fm gen go gob gouv gov gv id idf in ind info ltd me mil mod ne net nhs nic nom or org plc police pro res sch school sec store tm tv web'.split(
    ' ',
  ),
)

// Hosts under which strangers are neighbours: each label below is somebody else.
const hosting = [
  'amazonaws.com',
  'azurewebsites.net',
  'cloudfront.net',
  'cloudwaysapps.com',
  'flywheelsites.com',
  'fly.dev',
  'github.io',
  'herokuapp.com',
  'instawp.xyz',
  'kinsta.cloud',
  'myftpupload.com',
  'mysites.io',
  'myshopify.com',
  'netlify.app',
  'ngrok.io',
  'onrender.com',
  'pages.dev',
  'pantheonsite.io',
  'pressable.com',
  'siteground.site',
  'sg-host.com',
  'tastewp.com',
  'trycloudflare.com',
  'vercel.app',
  'wordpress.com',
  'wpcomstaging.com',
  'wpengine.com',
  'wpenginepowered.com',
  'wpmudev.host',
]

/** Whether two host names belong to one owner as far as names tell: `shop.example.co.uk` and `www.example.co.uk` do. */
export function isSameRegistrableDomain(one: string, other: string): boolean {
  return registrableDomain(one) === registrableDomain(other)
}

function registrableDomain(hostname: string): string {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return host
  const labels = host.split('.')
  const suffix = hosting.find((name) => host.endsWith(`.${name}`))
  if (suffix !== undefined) return labels.slice(-suffix.split('.').length - 1).join('.')
  const second = labels.at(-2) ?? ''
  const country = labels.at(-1)?.length === 2
  return labels.slice(country && sold.has(second) && labels.length > 2 ? -3 : -2).join('.')
}
