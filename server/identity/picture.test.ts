import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import sharp from 'sharp'
import { encodeAdPicture, encodePicture } from './picture.ts'

const source = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } })

function refusal(image: Uint8Array): Promise<string> {
  return encodePicture(image).then(
    () => assert.fail('it was accepted'),
    (error: unknown) => {
      assert.ok(isAppError(error) && error.code === 'invalid_input')
      assert.equal(error.details.field, 'picture')
      return error.message
    },
  )
}

suite('a picture', () => {
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
    test(`of the format ${format} becomes a square of WebP`, async () => {
      const encoded = await encodePicture(await source().toFormat(format).toBuffer())
      const { format: kept, width, height, exif, icc } = await sharp(encoded).metadata()
      assert.deepEqual([kept, width, height, exif, icc], ['webp', 256, 256, undefined, undefined])
    })
  }

  test('of an ad keeps its shape, at most 480 pixels long, and is never made larger', async () => {
    const sizeOf = async (width: number, height: number) => {
      const encoded = await encodeAdPicture(await source(width, height).png().toBuffer())
      const { format, width: w, height: h } = await sharp(encoded).metadata()
      return [format, w, h]
    }
    assert.deepEqual(await sizeOf(1200, 628), ['webp', 480, 251])
    assert.deepEqual(await sizeOf(100, 50), ['webp', 100, 50])
  })

  test('loses where and when it was taken, and stands upright', async () => {
    const tagged = await source(300, 400)
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { exif, orientation } = await sharp(await encodePicture(tagged)).metadata()
    assert.deepEqual([exif, orientation], [undefined, undefined])
  })

  test('is refused when it is none, broken, cut off or of another kind', async () => {
    const jpeg = await source(2000, 1500).jpeg().toBuffer()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')
    assert.match(await refusal(new Uint8Array()), /Choose a picture/)
    assert.match(await refusal(Buffer.from('<html><script>alert(1)</script>')), /not a whole picture/)
    assert.match(await refusal(jpeg.subarray(0, jpeg.length / 2)), /not a whole picture/)
    assert.match(await refusal(svg), /not a picture that can be used/)
    assert.match(await refusal(await source().tiff().toBuffer()), /not a picture that can be used/)
  })

  test('is refused when it is too large, in bytes or in pixels', async () => {
    assert.match(await refusal(new Uint8Array(5 * 1024 * 1024 + 1)), /larger than 5 MB/)
    const bomb = await source(9000, 6000).png({ compressionLevel: 9 }).toBuffer()
    assert.ok(bomb.length < 1_000_000)
    assert.match(await refusal(bomb), /50 million pixels/)
  })
})
