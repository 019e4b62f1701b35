/** Which ad a picture is of. */
export interface PictureKey {
  readonly platform: string
  readonly accountId: string
  readonly adId: string
}

/** `platform.account.ad`, as it stands in the address. */
export function pictureKey({ platform, accountId, adId }: PictureKey): string {
  return `${platform}.${accountId}.${adId}`
}

/** Reads a key; undefined for what is none. */
export function parsePictureKey(text: string): PictureKey | undefined {
  const [platform = '', accountId = '', adId = '', more] = text.split('.')
  if (!/^[a-z]+$/.test(platform) || accountId === '' || adId === '' || more !== undefined) return undefined
  return { platform, accountId, adId }
}
