import sharp from 'sharp'

/** A JPEG of 12 megapixels. It has detail at every scale, so it is harder to encode than most photographs of cars. */
export async function makePhotograph() {
  const [width, height] = [4000, 3000]
  const layer = async (side) => {
    const rows = (side * 3) / 4
    const grain = Buffer.from(Array.from({ length: side * rows * 3 }, () => 64 + Math.floor(Math.random() * 128)))
    const noise = sharp(grain, { raw: { width: side, height: rows, channels: 3 } })
    return { input: await noise.resize(width, height).png({ compressionLevel: 1 }).toBuffer(), blend: 'soft-light' }
  }
  const layers = [await layer(16), await layer(128), await layer(1024)]
  const ground = { create: { width, height, channels: 3, background: '#6d7a85' } }
  return sharp(ground).composite(layers).jpeg({ quality: 90 }).toBuffer()
}
