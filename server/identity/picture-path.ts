/** Where a person's picture is found; it changes with the picture, so that browsers may keep it. */
export function picturePath(person: string, fingerprint: string): string {
  return `/account/picture/${person}/${fingerprint}`
}
