/** Ad platforms whose tags are looked at, with what visits call them. */
export const sites = { googleads: 'google', metaads: 'meta', tiktokads: 'tiktok' } as const
/** One of them. */
export type TaggedPlatform = keyof typeof sites
