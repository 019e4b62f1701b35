import type { TrackedPlatform } from './templates.ts'

/** What a platform counts as its own, and when. */
export interface Claims {
  /** As figures are labelled: `Claimed by Meta`. */
  readonly by: string
  readonly points: readonly string[]
}

/** What each platform means by a conversion. */
export const claims: Readonly<Record<TrackedPlatform, Claims>> = {
  googleads: {
    by: 'Google',
    points: [
      'Google counts purchases that its conversion tag saw and that it ascribes to a click or view of its ads.',
      'They are dated to the day of the click, not of the order, and arrive late: recent days still grow.',
      'With data-driven attribution an order can be claimed in parts, so the number has decimals.',
    ],
  },
  metaads: {
    by: 'Meta',
    points: [
      'Meta counts purchases of people who clicked an ad in the seven days before, or saw one in the day before, unless the ad set says otherwise.',
      'They are dated to the day of the ad, not of the order, and arrive late: recent days still grow.',
      'Somebody who only saw the ad and came by another way is claimed too.',
    ],
  },
  tiktokads: {
    by: 'TikTok',
    points: [
      'TikTok counts completed payments on the website that it ascribes to a click or view of its ads.',
      'The windows are set for each ad group, and recent days still grow.',
      'Orders placed in TikTok Shop are counted apart.',
    ],
  },
}
