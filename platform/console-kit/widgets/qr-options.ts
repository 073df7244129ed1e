/** Options of all QR codes: error correction H, 250 px wide (rule.const.qr). */
export const QR_OPTIONS = { margin: 2, width: 250, errorCorrectionLevel: 'H' } as const
