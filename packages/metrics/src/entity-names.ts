import type { AdPlace, Dimension } from './catalogue/definition.ts'

/** The names of rows as SQL: `shown_name_…` for each dimension, and what has to be joined for it. */
export function entityNames(dimensions: readonly Dimension[]): { readonly columns: string; readonly joins: string } {
  const columns = dimensions.map(({ place }, index) =>
    place ? `, entity_name_${index} AS shown_name_${index}` : `, newest_name_${index} AS shown_name_${index}`,
  )
  const joins = dimensions.flatMap(({ place }, index) => (place ? [joinSql(place, index)] : []))
  return { columns: columns.join(''), joins: joins.join('') }
}

/** What ads are called stands with the ads, not with their days. */
function joinSql({ level, columns }: AdPlace, index: number): string {
  const key = `concat(${columns.join(", '/', ")})`
  return ` GLOBAL ANY LEFT JOIN (SELECT ${key} AS entity_${index}, name AS entity_name_${index} FROM ad_entities FINAL WHERE shop_id = {shop:UUID} AND level = '${level}') AS entities_${index} ON key_${index} = entity_${index}`
}
