import { isIP } from 'node:net'

// Not the public suffix list: what is not surely known here counts as strangers. A missing entry only means that a
// redirect between two names of one owner is refused, and that the merchant types the other address.

/** Endings under which names are sold directly. */
const direct = new Set(
  words('com net org info biz shop store online example test de ch li eu be dk lu ie nl cz sk se fi'),
)

/** Second labels that countries or resellers keep for themselves below those endings. */
const reserved = new Set(
  words(
    'ac asso biz blogspot co com edu eu firm gen gob gouv gov gr gb hu id in info jp jpn mex mil name net no org ru sa se tm uk us za cn de br',
  ),
)

/** Endings of two labels under which names are sold. */
const sold = new Set(
  words(
    'co.uk org.uk me.uk ltd.uk plc.uk com.au net.au org.au co.nz net.nz org.nz co.za com.br net.br com.ar com.mx com.co com.pe com.tr com.pl com.pt com.es co.at or.at co.il co.in co.jp co.kr com.cn com.hk com.sg com.my com.tw com.ua com.vn co.id co.th com.ph',
  ),
)

// Hosts under which strangers are neighbours: each name below is somebody else.
const hosting = words(`
  amazonaws.com azurewebsites.net blogspot.com cloudaccess.net cloudfront.net cloudwaysapps.com cloudwayssites.com
  dreamhosters.com dynalias.com fly.dev flywheelsites.com github.io gitlab.io herokuapp.com hostingersite.com instawp.xyz
  kinsta.cloud kinsta.page myftpupload.com myshopify.com mysites.io mystagingwebsite.com netlify.app ngrok.io ngrok.app
  ngrok-free.app onrender.com pages.dev pantheonsite.io pressable.com sg-host.com siteground.site siteground.net
  tastewp.com tempurl.host tempurl.net trycloudflare.com vercel.app web.app wixsite.com wordpress.com workers.dev
  wpcomstaging.com wpengine.com wpenginepowered.com wpmudev.host wpstage.net wpsandbox.net
`)

/** Whether two host names surely belong to one owner: `shop.example.co.uk` and `www.example.co.uk` do. */
export function isSameRegistrableDomain(one: string, other: string): boolean {
  const [first, second] = [toBare(one), toBare(other)]
  if (first === second) return true
  const domain = registrableDomain(first)
  return domain !== undefined && domain === registrableDomain(second)
}

/** In lower case, without closing dot and leading `www.`, which every owner of a name has too. */
function toBare(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\.(?=[^.]+\.[^.]+)/, '')
}

/** Undefined where the name does not tell. */
function registrableDomain(host: string): string | undefined {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return undefined
  if (hosting.some((name) => host === name || host.endsWith(`.${name}`))) return undefined
  const labels = host.split('.')
  const ending = labels.slice(-2)
  if (sold.has(ending.join('.'))) return labels.length > 2 ? labels.slice(-3).join('.') : undefined
  const [second = '', top = ''] = ending
  return labels.length > 1 && direct.has(top) && !reserved.has(second) ? ending.join('.') : undefined
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
