const PUBACK = 4

/**
 * Follows the frames of one MQTT connection as bytes arrive (MQTT 3.1.1, 2.2) without buffering them: reports a frame longer
 * than `limit()` bytes before its body is read, and the packet identifier of each PUBACK. The library's parser would buffer a
 * frame of any size first and does not report PUBACKs.
 */
export const followFrames = (options: {
  limit: () => number
  onTooLarge: (bytes: number) => void
  onPuback: (messageId: number) => void
}): ((chunk: Uint8Array) => void) => {
  let type = 0
  let inLength = false
  let length = 0
  let shift = 0
  let left = 0
  let id = 0
  let idBytes = 0

  const takeLength = (byte: number): boolean => {
    length |= (byte & 127) << shift
    shift += 7
    if (byte & 128 && shift < 28) return true
    inLength = false
    if (byte & 128 || length > options.limit()) {
      options.onTooLarge(length)
      return false
    }
    left = length
    id = 0
    idBytes = 0
    return true
  }

  return (chunk) => {
    let at = 0
    while (at < chunk.length) {
      if (left > 0 && type === PUBACK && idBytes < 2) {
        id = (id << 8) | (chunk[at++] as number)
        left -= 1
        idBytes += 1
        if (idBytes === 2) options.onPuback(id)
      } else if (left > 0) {
        const step = Math.min(left, chunk.length - at)
        left -= step
        at += step
      } else if (inLength) {
        if (!takeLength(chunk[at++] as number)) return
      } else {
        type = (chunk[at++] as number) >> 4
        inLength = true
        length = 0
        shift = 0
      }
    }
  }
}
