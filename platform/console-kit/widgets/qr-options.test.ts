import { create, toDataURL } from 'qrcode'
import { expect, test } from 'vitest'
import { QR_OPTIONS } from './qr-options.ts'

const WIDTH_AT = 16

test('rule.const.qr: a QR code has error correction H and is 250 px wide', async () => {
  const text = 'https://lamps.example.com/scan?sn=SUN-1'
  expect(create(text, QR_OPTIONS).errorCorrectionLevel).toEqual(create(text, { errorCorrectionLevel: 'high' }).errorCorrectionLevel)
  const png = Buffer.from((await toDataURL(text, QR_OPTIONS)).split(',')[1] ?? '', 'base64')
  expect(png.readUInt32BE(WIDTH_AT)).toBe(250)
})
