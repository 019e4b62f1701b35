/** Whether the words of the operating system or of the engine tell of a disk, or a share of one, without space. */
export function tellsOfFullDisk(message: string): boolean {
  return /No space left on device|Disk quota exceeded|NOT_ENOUGH_SPACE|errno: (?:28|122)\b/.test(message)
}
