# python3 scripts/outline-faces.py: writes the glyph outlines of our fonts to backend/src/storage/pictures/faces.json.
# The server uses them to draw text on a vehicle's share picture. Run it by hand when a font changes; it needs fonttools
# with Brotli (`apt-get install fonttools python3-brotli`). It covers British English, prices and the names of European
# cars; accented letters are kerned like plain ones.
import json
from pathlib import Path
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / 'node_modules'
UNITS = 1000
PLAIN = range(0x21, 0x7F)
WANTED = [0x20, *PLAIN, *range(0xA1, 0x180), 0x218, 0x219, 0x21A, 0x21B, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D,
          0x2022, 0x2026, 0x20AC, 0x2122]
# Smaller values make no visible difference.
LEAST_KERN = 6
# The same as in site/app/styles/fonts.css.
GUPTER_SIZE = 1.04


def outlines(font, scale, wanted):
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    found = {}
    for code in wanted:
        if code not in names:
            continue
        pen = SVGPathPen(glyphs, lambda value: str(round(value)))
        glyphs[names[code]].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
        found[chr(code)] = [round(glyphs[names[code]].width * scale), pen.getCommands()]
    return found


def kerning(font, scale):
    names = {code: name for code, name in font.getBestCmap().items() if code in PLAIN}
    table = font['GPOS'].table if 'GPOS' in font else None
    if not table:
        return {}
    lookups = {index for f in table.FeatureList.FeatureRecord if f.FeatureTag == 'kern' for index in f.Feature.LookupListIndex}
    pairs = {}
    for index in sorted(lookups):
        for subtable in table.LookupList.Lookup[index].SubTable:
            subtable = getattr(subtable, 'ExtSubTable', subtable)
            if type(subtable).__name__ != 'PairPos':
                continue
            for first, one in names.items():
                if one not in subtable.Coverage.glyphs:
                    continue
                for second, other in names.items():
                    # The first subtable that contains the pair applies.
                    if (value := advance(subtable, one, other)) is not None:
                        pairs.setdefault(chr(first) + chr(second), round(value * scale))
    return {pair: value for pair, value in sorted(pairs.items()) if abs(value) >= LEAST_KERN}


def advance(subtable, one, other):
    if subtable.Format == 1:
        records = subtable.PairSet[subtable.Coverage.glyphs.index(one)].PairValueRecord
        values = [record.Value1 for record in records if record.SecondGlyph == other]
        return getattr(values[0], 'XAdvance', 0) or 0 if values else None
    of = subtable.ClassDef2.classDefs.get(other, 0)
    value = subtable.Class1Record[subtable.ClassDef1.classDefs.get(one, 0)].Class2Record[of].Value1
    return getattr(value, 'XAdvance', 0) or 0


def read(path, **axes):
    font = TTFont(path)
    if axes:
        font = instantiateVariableFont(font, axes)
    return font, UNITS / font['head'].unitsPerEm


def face(name, **axes):
    whole = {}
    for part in ('latin-ext', 'latin'):
        font, scale = read(PACKAGES / name.format(part), **axes)
        whole |= outlines(font, scale, WANTED)
    return {'glyphs': whole, 'kern': kerning(font, scale)}


serif = face('@fontsource/instrument-serif/files/instrument-serif-{}-400-normal.woff2')
gupter, scale = read(ROOT / 'site/app/styles/fonts/gupter-digits.woff2')
serif['glyphs'] |= outlines(gupter, scale * GUPTER_SIZE, range(0x30, 0x3A))
serif['kern'] = {pair: value for pair, value in serif['kern'].items() if not any(sign.isdigit() for sign in pair)}
sans = face('@fontsource-variable/inter/files/inter-{}-wght-normal.woff2', wght=500)
faces = json.dumps({'serif': serif, 'sans': sans}, ensure_ascii=False, separators=(',', ':'))
(ROOT / 'backend/src/storage/pictures/faces.json').write_text(faces.replace('],"', '],\n"') + '\n', encoding='utf-8')
