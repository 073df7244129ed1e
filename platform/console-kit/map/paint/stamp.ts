/** Pixels around a point for a buffer of one width: `solid` overwrite, `soft` are blended. Colours are ABGR as in `ImageData`. */
export type Stamp = {
  readonly solid: Int32Array
  readonly solidColour: Uint32Array
  readonly soft: Int32Array
  readonly softColour: Uint32Array
}

/** A square picture of `size` px as RGBA bytes (odd: the point is its middle pixel; even: the corner of the four middle ones). */
export type Picture = { readonly size: number; readonly rgba: Uint8ClampedArray }

/** Pixels below this opacity (of 255) are dropped, those above `SOLID` overwrite. */
const FAINT = 5
const SOLID = 250

/** Converts a picture to offsets for a buffer that is `width` px wide. */
export const stampOf = ({ size, rgba }: Picture, width: number): Stamp => {
  const middle = size >> 1
  const colours = new Uint32Array(rgba.buffer, rgba.byteOffset, size * size)
  const solid: number[] = []
  const soft: number[] = []
  for (let i = 0; i < size * size; i++) {
    const alpha = rgba[4 * i + 3]!
    if (alpha >= SOLID) solid.push(i)
    else if (alpha > FAINT) soft.push(i)
  }
  const offset = (i: number): number => (Math.floor(i / size) - middle) * width + (i % size) - middle
  return {
    solid: Int32Array.from(solid, offset),
    solidColour: Uint32Array.from(solid, (i) => colours[i]! | 0xff000000),
    soft: Int32Array.from(soft, offset),
    softColour: Uint32Array.from(soft, (i) => colours[i]!),
  }
}

/** Blends `source` over `below`, both ABGR with straight alpha. */
export const blend = (below: number, source: number): number => {
  const belowAlpha = below >>> 24
  if (belowAlpha === 0) return source
  const alpha = source >>> 24
  const rest = (belowAlpha * (255 - alpha)) / 255
  const sum = alpha + rest
  const share = Math.round((256 * alpha) / sum)
  const keep = 256 - share
  const r = ((source & 0xff) * share + (below & 0xff) * keep) >> 8
  const g = (((source >> 8) & 0xff) * share + ((below >> 8) & 0xff) * keep) >> 8
  const b = (((source >> 16) & 0xff) * share + ((below >> 16) & 0xff) * keep) >> 8
  return ((Math.round(sum) << 24) | (b << 16) | (g << 8) | r) >>> 0
}

/** Draws `stamp` around pixel `at`; the caller ensures that it fits into the buffer. */
export const layStamp = (pixels: Uint32Array, at: number, stamp: Stamp): void => {
  const { solid, solidColour, soft, softColour } = stamp
  for (let i = 0; i < solid.length; i++) pixels[at + solid[i]!] = solidColour[i]!
  for (let i = 0; i < soft.length; i++) {
    const place = at + soft[i]!
    pixels[place] = blend(pixels[place]!, softColour[i]!)
  }
}
