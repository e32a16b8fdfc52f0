// The results as Markdown.

const shown = (number) =>
  number >= 100 ? Math.round(number).toLocaleString('en-GB') : number >= 10 ? number.toFixed(0) : number.toFixed(1)
const times = (a, b) => (a / b >= 10 ? (a / b).toFixed(0) : (a / b).toFixed(a / b >= 1 ? 1 : 2))

export class Report {
  plans = null
  /** Row name -> column name -> figures. */
  rows = new Map()
  mix = new Map()
  facts = new Map()
  peers = []
  #columns = new Set()

  add(row, column, figures) {
    this.#set(this.rows, row, column, figures)
  }

  addMix(name, column, figures) {
    this.#set(this.mix, name, column, figures)
  }

  addFact(name, column, text) {
    this.#set(this.facts, name, column, text)
  }

  addPeer(name, outcome) {
    this.peers.push({ name, ...outcome })
  }

  #set(table, row, column, value) {
    this.#columns.add(column)
    if (!table.has(row)) table.set(row, new Map())
    table.get(row).set(column, value)
  }

  perSecond(row, column) {
    return this.rows.get(row)?.get(column)?.perSecond
  }

  toMarkdown({ command, commit, cores, node, seconds }) {
    const parts = [
      `\`${command}\`, ${commit}, ${cores} cores, Node ${node.slice(1)}. wrk used 8 connections, and the figure is the better of two runs of ${seconds} s. Server, database`,
      'and load generator share the cores, and no process is pinned. The site runs in one process (`WORKERS=1`).',
    ]
    if (this.rows.size > 0) parts.push('', this.#rates())
    if (this.peers.length > 0) parts.push('', this.#peers())
    if (this.mix.size > 0) parts.push('', this.#mixed())
    if (this.facts.size > 0)
      parts.push(
        '',
        this.#table('', this.facts, (text) => text),
      )
    if (this.plans)
      parts.push(
        '',
        '<details><summary>Plans at the largest size</summary>',
        '',
        '```',
        this.plans,
        '```',
        '',
        '</details>',
      )
    return parts.join('\n')
  }

  #rates() {
    const first = [...this.#columns][0]
    const cell = (figures, row, column) => {
      const ratio = this.#ratio(row, column, first)
      const { site, database } = figures.cpuMs ?? {}
      const cpu =
        site === undefined ? '' : `; ${site.toFixed(2)}${database === undefined ? '' : ` + ${database.toFixed(2)}`} ms`
      const errors = figures.errors > 0 ? `; **${figures.errors} errors**` : ''
      return `${shown(figures.perSecond)}${ratio ? ` (${ratio})` : ''}${cpu}${errors}`
    }
    return [
      'Requests per second, the ratio in brackets, and the CPU time per request for our process and for PostgreSQL.',
      '',
      this.#table('vehicles', this.rows, cell),
    ].join('\n')
  }

  /**
   * The figure as a multiple of the goal's reference: the limit, bare Node serving the same bytes, or the figure at the
   * smallest size.
   */
  #ratio(row, column, first) {
    const own = this.perSecond(row, column)
    const against = (other, at, name) => {
      const figure = this.perSecond(other, at)
      return figure ? `${times(own, figure)} ${name}` : null
    }
    if (row.endsWith(', cached')) return against(row.replace(/, cached$/, ', bare Node'), first, 'bare Node')
    if (!row.startsWith('list')) return null
    if (column === first) return against('the limit', column, 'limit')
    return column.startsWith('PGlite') ? null : against(row, first, `of ${first}`)
  }

  #mixed() {
    const cell = ({ p50, total, failures }) =>
      `${p50 >= 10 ? p50.toFixed(0) : p50.toFixed(1)} ms${total === null ? '' : `, ${total.toLocaleString('en-GB')} found`}${failures > 0 ? `; **${failures} failed**` : ''}`
    return [
      'The median of 20 requests for the first page of each search with its exact count, sent one after another:',
      '',
      this.#table('', this.mix, cell),
    ].join('\n')
  }

  #peers() {
    const column = [...this.#columns][0]
    const rows = this.peers.map(({ name, figures, error }) => {
      const ours = this.perSecond('list, uncached', name.includes('PGlite') ? `PGlite ${column}` : column)
      const result = figures
        ? `${shown(figures.perSecond)}${figures.errors ? `; **${figures.errors} errors**` : ''}`
        : `not measured: ${error}`
      return `| ${name} | ${result} | ${figures && ours ? times(ours, figures.perSecond) : ''} |`
    })
    return [
      '| the same list from other servers, uncached | per second | our figure as a multiple |',
      '|---|---:|---:|',
      ...rows,
    ].join('\n')
  }

  #table(corner, rows, cell) {
    const columns = [...this.#columns].filter((column) => [...rows.values()].some((row) => row.has(column)))
    const line = (cells) => `| ${cells.join(' | ')} |`
    return [
      line([corner, ...columns]),
      `|---|${columns.map(() => '---:').join('|')}|`,
      ...[...rows].map(([name, row]) =>
        line([name, ...columns.map((column) => (row.has(column) ? cell(row.get(column), name, column) : ''))]),
      ),
    ].join('\n')
  }
}
