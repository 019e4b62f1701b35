// The questions behind the monitor of events. Nothing in an answer finds a person or a device.

/** The newest events, masked. */
export const eventsSql = `SELECT event_id, toUnixTimestamp64Milli(at) AS at_ms, name, source, url, referrer,
  substring(visitor_id, 1, {digits:UInt8}) AS visitor, toString(consent) AS consent, toString(bot) AS bot, bot_reasons,
  order_id != '' AS has_order, notEmpty(identifiers) AS has_person, toString(value) AS value, currency
FROM events WHERE shop_id = {shop:UUID}
  AND day >= (SELECT max(day) - 1 FROM events WHERE shop_id = {shop:UUID})
ORDER BY at DESC, event_id LIMIT {limit:UInt16}`

/** What the last hour brought, by name and minute. */
export const hourSql = `SELECT name, toUnixTimestamp(toStartOfMinute(received_at)) * 1000 AS minute_ms, count() AS events,
  countIf(bot = 'bot') AS bots, countIf(bot = 'suspect') AS suspects,
  countIf(consent = 'granted' AND bot != 'bot') AS granted
FROM events WHERE shop_id = {shop:UUID} AND day >= toDate({day:String})
  AND toUnixTimestamp64Milli(received_at) >= {since:Int64}
GROUP BY name, minute_ms`

/** How visits since an instant were judged, and by which signals. */
export const judgedSql = `SELECT toString(touches.bot) AS bot, bot_reasons, count() AS visits
FROM touches WHERE shop_id = {shop:UUID} AND origin IN ('pixel', 'server') AND at >= fromUnixTimestamp64Milli({since:Int64})
GROUP BY bot, bot_reasons`

/** Orders booked since an instant; tracked is one that a device told of, or whose buyer a device is known of. */
export const trackedSql = `SELECT count() AS orders, countIf(
    order_id IN (SELECT order_id FROM identifications WHERE shop_id = {shop:UUID} AND order_id != '')
    OR customer_id IN (SELECT customer_id FROM identities WHERE shop_id = {shop:UUID} AND identifier IN (
      SELECT arrayJoin(identifiers) FROM identifications WHERE shop_id = {shop:UUID}))
  ) AS tracked
FROM ledger WHERE shop_id = {shop:UUID} AND head = 1 AND toUnixTimestamp(booked_at) >= {since:Int64}`
