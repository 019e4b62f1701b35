// SQL that finds what buyers said brought them (attribution.md §13). Pure text.

const hourMs = 3_600_000
const countedForMs = 30 * 24 * hourMs

/**
 * Whether an answer counts for an order: given within 30 days after it. A shop's clock may be ahead a little; much earlier
 * answers were given by somebody who guessed the number of an order to come.
 */
export function isInTimeSql(saidMs: string, placedMs: string): string {
  return `${saidMs} >= ${placedMs} - ${hourMs} AND ${saidMs} <= ${placedMs} + ${countedForMs}`
}

/** Answers that stand for a channel, by order. */
export function answersSql(some: string): string {
  return `
  SELECT order_id AS its_order, toString(channel) AS said_channel, toUnixTimestamp64Milli(answered_at) AS said_ms
  FROM survey_answers WHERE shop_id = {shop:UUID} AND channel != '' AND ${some}`
}

/** The channel that the buyer of an order named, of what {@link answersSql} found; '' for none. */
export const surveyChannel = `if(${isInTimeSql('said_ms', 'placed_ms')}, said_channel, '')`
