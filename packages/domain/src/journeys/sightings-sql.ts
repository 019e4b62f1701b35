// SQL that determines who was seen on which device and when (attribution.md §3), and so who owns activity on a device. Pure
// text. Owners are UUIDs, which compare cheaply: a customer's own; a hash for people who have not bought, for devices on
// which nobody was seen, and for orders without an owner.

/** The customer id of orders without an identified buyer. */
export const nobody = "toUUID('00000000-0000-0000-0000-000000000000')"

/** The owner of activity on a device on which nobody was seen. */
export const deviceOwner = (visitor: string) => `reinterpret(sipHash128('device', ${visitor}), 'UUID')`
/** The owner of an order without a buyer or device. */
export const orderOwner = (order: string) => `reinterpret(sipHash128('order', ${order}), 'UUID')`

const orderKey = (order: string) => `sipHash128('order', ${order})`
const nameKey = (name: string) => `sipHash128('name', ${name})`

/** Above these limits it is shop staff, a till or a click farm (attribution.md §3). */
export const mostDevicesOfPerson = 50
const mostPeopleOfDevice = 10

/** A condition on the `visitor_id` of identifications: of whose devices they are read. */
export type Devices = string

export const allDevices: Devices = "visitor_id != ''"
export const listedDevices: Devices = 'visitor_id IN {visitors:Array(String)}'

/** An event carries at most a customer id, an e-mail address and a phone number. */
const places = [1, 2, 3] as const

/**
 * `visitor`, `seen_ms`, `owner` of identifications, and whether the owner `is_somebody`. The buyer of a referenced order
 * takes precedence, then the customer of the first known identifier; else the first identifier identifies a person who has
 * not bought.
 */
function toldSql(devices: Devices): string {
  const some = `FROM identifications WHERE shop_id = {shop:UUID} AND ${devices}`
  const isListed = devices !== allDevices
  const among = (column: string, names: string) => (isListed ? `AND ${column} IN (SELECT ${names} ${some})` : '')
  const named = places.map(
    (place) => `LEFT JOIN (
      SELECT ${nameKey('toString(identifier)')} AS name, customer_id AS customer_${place} FROM identities
      WHERE shop_id = {shop:UUID} ${among('identifier', 'toFixedString(arrayJoin(identifiers), 32)')}
    ) AS known_${place} ON told.name_${place} = known_${place}.name`,
  )
  const found = ['buyer', ...places.map((place) => `customer_${place}`)]
  return `
  SELECT visitor_id AS visitor, toUnixTimestamp64Milli(at) AS seen_ms,
    multiIf(${found.map((column) => `${column} != ${nobody}, ${column}`).join(', ')}, reinterpret(name_1, 'UUID')) AS owner,
    is_named OR buyer != ${nobody} AS is_somebody
  FROM (
    SELECT visitor_id, at, notEmpty(identifiers) AS is_named, ${orderKey('order_id')} AS bought,
      ${places.map((place) => `${nameKey(`identifiers[${place}]`)} AS name_${place}`).join(', ')}
    ${some}
  ) AS told
  LEFT JOIN (
    SELECT ${orderKey('order_id')} AS bought, customer_id AS buyer FROM ledger
    WHERE shop_id = {shop:UUID} AND head = 1 AND customer_id != ${nobody} ${among('order_id', 'order_id')}
  ) AS orders ON told.bought = orders.bought
  ${named.join('\n')}`
}

/** `visitor`, `seen_ms`, `owner`: who was seen on which device, and when. */
export function sightingsSql(devices: Devices): string {
  return `SELECT visitor, seen_ms, owner FROM (${toldSql(devices)}) WHERE is_somebody`
}

/** Sightings read before, as parallel lists. */
const givenSightingsSql = `
  SELECT sighting.1 AS visitor, sighting.2 AS seen_ms, sighting.3 AS owner
  FROM (SELECT arrayJoin(arrayZip(
    {seen_on:Array(String)}, {seen_ms:Array(Int64)}, {seen_owners:Array(UUID)})) AS sighting)`

/** A device's `sightings`, in any order. Devices with more people than a family has are `crowded`. */
const seenOnDevice = (sightings: string) => `
    arraySort(${sightings}) AS sightings, sightings.1 AS seen, sightings.2 AS owners,
    length(arrayDistinct(owners)) > ${mostPeopleOfDevice} AS crowded`

/** By device of the sightings read before: when people were seen on it, earliest first, and who. */
export const givenDevicesSql = `
  SELECT visitor, ${seenOnDevice('groupArray((seen_ms, owner))')}
  FROM (${givenSightingsSql})
  WHERE owner NOT IN {crowded:Array(UUID)}
  GROUP BY visitor`

/** Rows of `device_owners` for all devices of a shop. People in `{crowded:Array(UUID)}` are ignored. */
export const deviceOwnersSql = `
  SELECT visitor AS visitor_id, seen, owners, crowded, {version:UInt64} AS version, 0 AS is_deleted
  FROM (
    SELECT visitor, ${seenOnDevice('groupArrayIf((seen_ms, owner), is_somebody AND owner NOT IN {crowded:Array(UUID)})')}
    FROM (${toldSql(allDevices)})
    GROUP BY visitor
  )`

/** The same rows in the form of {@link givenDevicesSql}. */
export function keptDevicesSql(some: string): string {
  return `
  SELECT visitor_id AS visitor, seen, owners, crowded FROM device_owners
  WHERE shop_id = {shop:UUID} AND version = {version:UInt64} AND ${some}`
}

/**
 * Devices as {@link keptDevicesSql} has them, with `only`: the owner of all activity on a device that at most one person was
 * seen on. Nearly all are such, so that nothing has to be copied for each of their touches.
 */
export function ownedDevicesSql(some: string): string {
  return `
  SELECT visitor, if(is_simple, [], seen) AS seen, if(is_simple, [], owners) AS owners, crowded, only
  FROM (
    SELECT *, length(arrayDistinct(owners)) <= 1 AS is_simple, if(empty(owners), ${deviceOwner('visitor')}, owners[1]) AS only
    FROM (${keptDevicesSql(some)})
  )`
}

/** Owner of activity on a device: whoever was seen there next, else whoever was seen last; `otherwise` if nobody was. */
export function ownerAt(ms: string, otherwise: string): string {
  return `if(empty(seen), ${otherwise},
    owners[least(arrayCount(each -> each < ${ms}, seen) + 1, length(seen))])`
}

/** Each `owner` seen on more devices than one person can have, with their `devices`. */
export const crowdedSql = `SELECT owner, groupUniqArray(visitor) AS devices FROM (${sightingsSql(listedDevices)})
  GROUP BY owner HAVING uniqExact(visitor) > ${mostDevicesOfPerson}`

/** The same for all devices of a shop, from the rows of {@link deviceOwnersSql}. */
export const allCrowdedSql = `SELECT arrayJoin(arrayDistinct(owners)) AS owner
  FROM device_owners WHERE shop_id = {shop:UUID} AND version = {version:UInt64}
  GROUP BY owner HAVING count() > ${mostDevicesOfPerson}`
