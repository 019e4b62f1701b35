import type { StoreCoupon, StoreProduct } from '../../simulators/index.ts'

/** One thing on sale: a simple product or a variation. Prices are cents with German tax. */
export interface Article {
  readonly productId: number
  readonly variationId: number
  readonly sku: string
  readonly name: string
  readonly parentName: string | null
  readonly price: bigint
  readonly taxPercent: 0 | 7 | 19
  readonly popularity: number
  /** Removed from the catalogue: orders with it have lost the link. */
  readonly deleted: boolean
  readonly giftCard: boolean
}

interface Blueprint {
  readonly name: string
  readonly category: string
  readonly price: number
  readonly tax?: 7
  readonly sizes?: readonly string[]
  readonly weight: string
  readonly popularity?: number
}

const clothes = ['S', 'M', 'L', 'XL']
const colours = ['Anthrazit', 'Sand', 'Meerblau']

const blueprints: readonly Blueprint[] = [
  ...[
    'Wollsocken Föhr',
    'Fischerhemd Klassik',
    'Strickpullover Amrum',
    'Regenjacke Sylt',
    'Mütze Helgoland',
    'Schal Halligen',
    'Handschuhe Pellworm',
  ].map((name, at) => ({
    name,
    category: 'Kleidung',
    price: [1490, 4990, 8990, 12990, 2490, 2990, 3490][at] ?? 1990,
    sizes: clothes,
    weight: '0.4',
    popularity: 3,
  })),
  ...['Becher Leuchtturm', 'Teekanne Watt', 'Schale Düne', 'Teller Brandung', 'Vase Möwe', 'Zuckerdose Kluntje'].map(
    (name, at) => ({
      name,
      category: 'Keramik',
      price: [1690, 5490, 2290, 1890, 3990, 1490][at] ?? 1990,
      sizes: colours,
      weight: '0.6',
      popularity: 2.5,
    }),
  ),
  ...[
    'Ostfriesentee 250 g',
    'Earl Grey 100 g',
    'Sanddorn-Marmelade',
    'Kandis weiß',
    'Heidehonig',
    'Fischgewürz',
    'Salzkaramell',
    'Rote Grütze im Glas',
    'Friesenkekse',
    'Meersalz grob',
  ].map((name, at) => ({
    name,
    category: 'Feinkost',
    price: [690, 590, 490, 350, 790, 420, 550, 480, 390, 320][at] ?? 490,
    tax: 7 as const,
    weight: '0.3',
    popularity: 4,
  })),
  ...['Kochbuch Küste', 'Bildband Nordsee', 'Gezeitenkalender', 'Krimi Ebbe und Mord', 'Kinderbuch Robbe Rudi'].map(
    (name, at) => ({
      name,
      category: 'Bücher',
      price: [2490, 3990, 1290, 1190, 1490][at] ?? 1490,
      tax: 7 as const,
      weight: '0.5',
      popularity: 1.5,
    }),
  ),
  ...[
    'Kerze Sanddorn',
    'Windlicht Glas',
    'Wolldecke Deich',
    'Kissenhülle Anker',
    'Geschirrtuch 3er-Set',
    'Tablett Treibholz',
    'Wanduhr Bullauge',
    'Schlüsselbrett Tau',
  ].map((name, at) => ({
    name,
    category: 'Wohnen',
    price: [1290, 1990, 7990, 1890, 1690, 3490, 5990, 2490][at] ?? 1990,
    weight: '0.8',
    popularity: 2,
  })),
  ...['Seife Algen', 'Handcreme Salbei', 'Shampoo fest', 'Badesalz Watt', 'Lippenbalsam', 'Körperöl Sanddorn'].map(
    (name, at) => ({
      name,
      category: 'Pflege',
      price: [690, 890, 990, 1190, 390, 1890][at] ?? 890,
      weight: '0.2',
      popularity: 3,
    }),
  ),
  ...[
    'Angelset Kinder',
    'Drachen Einleiner',
    'Gummistiefel',
    'Thermobecher',
    'Rucksack Segeltuch',
    'Strandtasche',
    'Badetuch Streifen',
    'Sonnenhut',
    'Taschenmesser',
    'Kompass',
    'Fernglas kompakt',
    'Seilspringset',
    'Strandmuschel',
    'Postkarten-Set',
    'Magnet-Set',
    'Notizbuch Logbuch',
    'Bleistifte Kutter',
  ].map((name, at) => ({
    name,
    category: 'Unterwegs',
    price:
      [2990, 1990, 3990, 1890, 6990, 2990, 2790, 2290, 3490, 2490, 8990, 990, 4990, 690, 890, 1290, 590][at] ?? 1990,
    weight: '0.5',
    popularity: 1,
  })),
]

/** Everything the shop sells or sold. */
export interface Catalogue {
  readonly products: readonly StoreProduct[]
  readonly articles: readonly Article[]
  readonly coupons: readonly StoreCoupon[]
}

const giftCardProductId = 90
const deletedNames = new Set(['Magnet-Set', 'Seilspringset'])

/** Builds the catalogue; `since` is when the shop opened. */
export function buildCatalogue(since: string): Catalogue {
  const articles: Article[] = []
  const products: StoreProduct[] = []
  for (const [at, blueprint] of blueprints.entries()) {
    const id = 11 + at
    const own = articlesOf(blueprint, id)
    articles.push(...own)
    if (!deletedNames.has(blueprint.name)) products.push(toProduct(blueprint, own, { id, createdAt: since }))
  }
  articles.push(giftCard)
  products.push({
    id: giftCardProductId,
    name: giftCard.name,
    sku: giftCard.sku,
    price: '50.00',
    type: 'gift-card',
    createdAt: since,
    categories: ['Gutscheine'],
  })
  return { products, articles, coupons: coupons(since) }
}

const giftCard: Article = {
  productId: giftCardProductId,
  variationId: 0,
  sku: 'GS-50',
  name: 'Geschenkkarte 50 €',
  parentName: null,
  price: 5000n,
  taxPercent: 0,
  popularity: 0,
  deleted: false,
  giftCard: true,
}

function articlesOf(blueprint: Blueprint, id: number): Article[] {
  const sizes = blueprint.sizes ?? ['']
  return sizes.map((size, at) => ({
    productId: id,
    variationId: size === '' ? 0 : 1000 + id * 10 + at,
    sku: size === '' ? `NK-${id}` : `NK-${id}-${size.toUpperCase().slice(0, 3)}`,
    name: size === '' ? blueprint.name : `${blueprint.name} - ${size}`,
    parentName: size === '' ? null : blueprint.name,
    price: BigInt(blueprint.price + (size === 'XL' ? 500 : 0)),
    taxPercent: blueprint.tax ?? 19,
    popularity: (blueprint.popularity ?? 1) / sizes.length,
    deleted: deletedNames.has(blueprint.name),
    giftCard: false,
  }))
}

function toProduct(
  blueprint: Blueprint,
  own: readonly Article[],
  made: { readonly id: number; readonly createdAt: string },
): StoreProduct {
  const price = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
  const cost = (cents: bigint) => price((cents * 42n) / 100n)
  const first = own[0]?.price ?? 0n
  const common = {
    ...made,
    name: blueprint.name,
    sku: `NK-${made.id}`,
    price: price(first),
    categories: [blueprint.category],
    weight: blueprint.weight,
    cost: cost(first),
    // Some products of any shop have no picture.
    ...(made.id % 9 !== 0 && { imageUrl: `/wp-content/uploads/nk-${made.id}.png` }),
  }
  if (!blueprint.sizes) return common
  const attribute = blueprint.category === 'Keramik' ? 'Farbe' : 'Größe'
  const variations = own.map((article, at) => ({
    id: article.variationId,
    sku: article.sku,
    price: price(article.price),
    attributes: { [attribute]: blueprint.sizes?.[at] ?? '' },
    weight: blueprint.weight,
    cost: cost(article.price),
  }))
  return { ...common, variations }
}

function coupons(createdAt: string): StoreCoupon[] {
  const list: readonly (readonly [string, string, string])[] = [
    ['willkommen10', 'percent', '10.00'],
    ['sommer15', 'percent', '15.00'],
    ['schwarzerfreitag', 'percent', '20.00'],
    ['fuenfer', 'fixed_cart', '5.00'],
    ['muster100', 'percent', '100.00'],
    ['versandfrei', 'percent', '0.00'],
  ]
  return list.map(([code, discountType, amount], at) => ({
    id: 601 + at,
    code,
    discountType,
    amount,
    createdAt,
    freeShipping: code === 'versandfrei',
  }))
}
