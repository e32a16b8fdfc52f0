// A chart of requests per second by number of vehicles, with logarithmic axes.

const WIDTH = 720
const HEIGHT = 360
const LEFT = 70
const RIGHT = 190
const TOP = 40
const BOTTOM = 45
const COLOURS = ['#2563eb', '#d97706', '#059669', '#db2777']

/** Null if fewer than two sizes were measured. */
export function growthSvg(report) {
  const rates = ['list, uncached', 'the limit', 'page /vehicles, uncached', 'list with all parts, uncached']
  const lines = rates
    .map((row) => ({ name: row, points: pointsOf(report.rows.get(row)) }))
    .filter(({ points }) => points.length > 1)
  if (lines.length === 0) return null
  const all = lines.flatMap(({ points }) => points)
  const x = scale(
    all.map(([size]) => size),
    LEFT,
    WIDTH - RIGHT,
  )
  const y = scale(
    all.map(([, rate]) => rate),
    HEIGHT - BOTTOM,
    TOP,
  )
  const across = x.powers.map(
    (power) =>
      `<line x1="${x.at(power)}" y1="${TOP}" x2="${x.at(power)}" y2="${HEIGHT - BOTTOM}"/>` +
      `<text x="${x.at(power)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${power.toLocaleString('en-GB')}</text>`,
  )
  const up = y.powers.map(
    (power) =>
      `<line x1="${LEFT}" y1="${y.at(power)}" x2="${WIDTH - RIGHT}" y2="${y.at(power)}"/>` +
      `<text x="${LEFT - 8}" y="${y.at(power) + 4}" text-anchor="end">${power.toLocaleString('en-GB')}</text>`,
  )
  const drawn = lines.map(({ name, points }, index) => {
    const places = points.map(([size, rate]) => `${x.at(size).toFixed(1)},${y.at(rate).toFixed(1)}`)
    const [endX, endY] = places.at(-1).split(',').map(Number)
    return `<g fill="${COLOURS[index]}"><polyline points="${places.join(' ')}" fill="none" stroke="${COLOURS[index]}" stroke-width="2.5"/>
${places.map((place) => `<circle cx="${place.split(',')[0]}" cy="${place.split(',')[1]}" r="4"/>`).join('')}
<text x="${endX + 10}" y="${endY + 4}">${name}</text></g>`
  })
  // The background is transparent, and the lines and text are grey, so that the chart is readable in light and dark mode.
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" role="img">
<title>Requests per second by number of vehicles</title>
<g fill="#808080"><text x="${LEFT - 60}" y="20">requests per second</text><text x="${WIDTH - RIGHT}" y="${HEIGHT - 8}" text-anchor="end">vehicles</text></g>
<g stroke="#808080" stroke-opacity="0.35" fill="#808080"><g>${[...across, ...up].map((one) => one.replace('<text', '<text stroke="none"')).join('\n')}</g></g>
${drawn.join('\n')}
</svg>
`
}

/** PostgreSQL's columns are named by size alone. Other columns have a prefix and are left out. */
const pointsOf = (row) =>
  [...(row ?? [])]
    .map(([column, { perSecond }]) => [Number(column.replaceAll(',', '')), perSecond])
    // A logarithmic axis cannot show 0.
    .filter(([size, perSecond]) => Number.isFinite(size) && perSecond > 0)

function scale(values, from, to) {
  const low = Math.floor(Math.log10(Math.min(...values)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))))
  return {
    at: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
    powers: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)),
  }
}
