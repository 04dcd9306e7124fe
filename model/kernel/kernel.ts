// The arithmetic of the encoder, in AssemblyScript: 128-bit vectors, no memory of its own, no relaxed instruction, so
// that the same text gives the same bits on every machine. Rows are tokens; every pointer is an offset in bytes.

const HIDDEN: i32 = 384;
const HEADS: i32 = 12;
const HEAD: i32 = 32;
/** Query, key and value of one token stand side by side. */
const QKV_ROW: usize = 3 * HIDDEN * 4;
const HIDDEN_ROW: usize = HIDDEN * 4;
/** 8191 × 127 × 1536 columns is below 2^31: the sums of a product cannot overflow. */
const LEVELS: f32 = 8191;
const EPSILON: f32 = 1e-12;
/** 1 / sqrt(HEAD). */
const SOFTEN: f32 = 0.17677669529663687;

/** Word vector (8-bit, with a scale per word) + position vector, normalised; one row per id. */
export function embed(
  ids: usize,
  positions: usize,
  words: usize,
  wordScales: usize,
  places: usize,
  gamma: usize,
  beta: usize,
  out: usize,
  rows: i32,
): void {
  for (let row = 0; row < rows; row += 1) {
    const id = <usize>load<u32>(ids + ((<usize>row) << 2));
    const word = words + id * HIDDEN;
    const place = places + <usize>load<u32>(positions + ((<usize>row) << 2)) * HIDDEN_ROW;
    const scale = f32x4.splat(load<f32>(wordScales + (id << 2)));
    const to = out + <usize>row * HIDDEN_ROW;
    for (let at: usize = 0; at < HIDDEN_ROW >> 2; at += 4) {
      const bytes = i32x4.extend_low_i16x8_s(i16x8.extend_low_i8x16_s(v128.load32_zero(word + at)));
      const value = f32x4.mul(f32x4.convert_i32x4_s(bytes), scale);
      v128.store(to + (at << 2), f32x4.add(value, v128.load(place + (at << 2))));
    }
    normalise(to, gamma, beta);
  }
}

/** rows := normalise(rows + added) */
export function addNormalised(rows: usize, added: usize, gamma: usize, beta: usize, count: i32): void {
  for (let row = 0; row < count; row += 1) {
    for (let at: usize = 0; at < HIDDEN_ROW; at += 16)
      v128.store(rows + at, f32x4.add(v128.load(rows + at), v128.load(added + at)));
    normalise(rows, gamma, beta);
    rows += HIDDEN_ROW;
    added += HIDDEN_ROW;
  }
}

function normalise(row: usize, gamma: usize, beta: usize): void {
  let total = f32x4.splat(0);
  for (let at: usize = 0; at < HIDDEN_ROW; at += 16) total = f32x4.add(total, v128.load(row + at));
  const mean = f32x4.splat(sum(total) / <f32>HIDDEN);
  total = f32x4.splat(0);
  for (let at: usize = 0; at < HIDDEN_ROW; at += 16) {
    const off = f32x4.sub(v128.load(row + at), mean);
    total = f32x4.add(total, f32x4.mul(off, off));
  }
  const scale = f32x4.splat(<f32>1 / sqrt<f32>(sum(total) / <f32>HIDDEN + EPSILON));
  for (let at: usize = 0; at < HIDDEN_ROW; at += 16) {
    const off = f32x4.mul(f32x4.sub(v128.load(row + at), mean), scale);
    v128.store(row + at, f32x4.add(f32x4.mul(off, v128.load(gamma + at)), v128.load(beta + at)));
  }
}

/** Each row as whole numbers of 14 bits, with a scale of its own, so that no row depends on its neighbours. */
export function quantize(rows: usize, out: usize, scales: usize, count: i32, columns: i32): void {
  const size = (<usize>columns) << 2;
  for (let row = 0; row < count; row += 1) {
    let most = f32x4.splat(0);
    for (let at: usize = 0; at < size; at += 16) most = f32x4.max(most, f32x4.abs(v128.load(rows + at)));
    const peak = largest(most);
    const scale = f32x4.splat(peak > 0 ? LEVELS / peak : 0);
    store<f32>(scales, peak / LEVELS);
    for (let at: usize = 0; at < size; at += 32) {
      const low = f32x4.nearest(f32x4.mul(v128.load(rows + at), scale));
      const high = f32x4.nearest(f32x4.mul(v128.load(rows + at, 16), scale));
      v128.store(
        out + (at >> 1),
        i16x8.narrow_i32x4_s(i32x4.trunc_sat_f32x4_s(low), i32x4.trunc_sat_f32x4_s(high)),
      );
    }
    rows += size;
    out += size >> 1;
    scales += 4;
  }
}

/**
 * out := rows × weights + bias. Weights come in panels of eight outputs, two columns of each side by side. Four rows
 * are worked on together: `count` is taken up to a multiple of four, and the buffers must have room for that.
 */
export function linear(
  rows: usize,
  rowScales: usize,
  weights: usize,
  weightScales: usize,
  bias: usize,
  out: usize,
  count: i32,
  columns: i32,
  outputs: i32,
): void {
  const stride = (<usize>columns) << 1;
  const outStride = (<usize>outputs) << 2;
  for (let output: usize = 0; output < outStride; output += 32) {
    const scaleLow = v128.load(weightScales + output);
    const scaleHigh = v128.load(weightScales + output, 16);
    const biasLow = v128.load(bias + output);
    const biasHigh = v128.load(bias + output, 16);
    for (let row = 0; row < count; row += 4) {
      let w = weights;
      let a0 = rows + <usize>row * stride;
      let a1 = a0 + stride;
      let a2 = a1 + stride;
      let a3 = a2 + stride;
      const end = a1;
      let c00 = i32x4.splat(0);
      let c01 = i32x4.splat(0);
      let c10 = i32x4.splat(0);
      let c11 = i32x4.splat(0);
      let c20 = i32x4.splat(0);
      let c21 = i32x4.splat(0);
      let c30 = i32x4.splat(0);
      let c31 = i32x4.splat(0);
      while (a0 < end) {
        const low = v128.load8x8_s(w);
        const high = v128.load8x8_s(w, 8);
        let x = v128.load32_splat(a0);
        c00 = i32x4.add(c00, i32x4.dot_i16x8_s(x, low));
        c01 = i32x4.add(c01, i32x4.dot_i16x8_s(x, high));
        x = v128.load32_splat(a1);
        c10 = i32x4.add(c10, i32x4.dot_i16x8_s(x, low));
        c11 = i32x4.add(c11, i32x4.dot_i16x8_s(x, high));
        x = v128.load32_splat(a2);
        c20 = i32x4.add(c20, i32x4.dot_i16x8_s(x, low));
        c21 = i32x4.add(c21, i32x4.dot_i16x8_s(x, high));
        x = v128.load32_splat(a3);
        c30 = i32x4.add(c30, i32x4.dot_i16x8_s(x, low));
        c31 = i32x4.add(c31, i32x4.dot_i16x8_s(x, high));
        w += 16;
        a0 += 4;
        a1 += 4;
        a2 += 4;
        a3 += 4;
      }
      let to = out + <usize>row * outStride + output;
      let scales = rowScales + ((<usize>row) << 2);
      put(to, c00, c01, scales, scaleLow, scaleHigh, biasLow, biasHigh);
      put((to += outStride), c10, c11, (scales += 4), scaleLow, scaleHigh, biasLow, biasHigh);
      put((to += outStride), c20, c21, (scales += 4), scaleLow, scaleHigh, biasLow, biasHigh);
      put((to += outStride), c30, c31, (scales += 4), scaleLow, scaleHigh, biasLow, biasHigh);
    }
    weights += (<usize>columns) << 3;
  }
}

function put(
  to: usize,
  low: v128,
  high: v128,
  rowScale: usize,
  scaleLow: v128,
  scaleHigh: v128,
  biasLow: v128,
  biasHigh: v128,
): void {
  const scale = v128.load32_splat(rowScale);
  v128.store(to, scaled(low, f32x4.mul(scale, scaleLow), biasLow));
  v128.store(to, scaled(high, f32x4.mul(scale, scaleHigh), biasHigh), 16);
}

function scaled(sums: v128, scale: v128, bias: v128): v128 {
  return f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(sums), scale), bias);
}

/** One text's attention; `scratch` has room for 33 numbers per token, taken up to a multiple of four tokens. */
export function attend(qkv: usize, out: usize, scratch: usize, tokens: i32): void {
  const padded = (tokens + 3) & ~3;
  const lane = (<usize>padded) << 2;
  const scores = scratch + lane * HEAD;
  for (let head = 0; head < HEADS; head += 1) {
    const query = qkv + <usize>head * HEAD * 4;
    const key = query + HIDDEN_ROW;
    turn(key, scratch, tokens, padded);
    for (let row = 0; row < tokens; row += 1) {
      score(query + <usize>row * QKV_ROW, scratch, scores, lane);
      // What stands behind the last token takes no part.
      for (let at = tokens; at < padded; at += 1) store<f32>(scores + ((<usize>at) << 2), -1e30);
      const share = <f32>1 / soften(scores, lane);
      mix(key + HIDDEN_ROW, scores, tokens, share, out + <usize>row * HIDDEN_ROW + <usize>head * HEAD * 4);
    }
  }
}

/** Keys by dimension instead of by token. */
function turn(key: usize, out: usize, tokens: i32, padded: i32): void {
  for (let dimension = 0; dimension < HEAD; dimension += 1) {
    let from = key + ((<usize>dimension) << 2);
    for (let token = 0; token < padded; token += 1) {
      store<f32>(out, token < tokens ? load<f32>(from) : 0);
      from += QKV_ROW;
      out += 4;
    }
  }
}

function score(query: usize, keys: usize, out: usize, lane: usize): void {
  for (let at: usize = 0; at < lane; at += 16) {
    let first = f32x4.splat(0);
    let second = f32x4.splat(0);
    let from = keys + at;
    for (let dimension: usize = 0; dimension < <usize>HEAD * 4; dimension += 8) {
      first = f32x4.add(first, f32x4.mul(v128.load32_splat(query + dimension), v128.load(from)));
      from += lane;
      second = f32x4.add(second, f32x4.mul(v128.load32_splat(query + dimension, 4), v128.load(from)));
      from += lane;
    }
    v128.store(out + at, f32x4.mul(f32x4.add(first, second), f32x4.splat(SOFTEN)));
  }
}

/** scores := exp(scores - their largest); answers their sum. */
function soften(scores: usize, lane: usize): f32 {
  let most = v128.load(scores);
  for (let at: usize = 16; at < lane; at += 16) most = f32x4.max(most, v128.load(scores + at));
  const peak = f32x4.splat(largest(most));
  let total = f32x4.splat(0);
  for (let at: usize = 0; at < lane; at += 16) {
    const value = exp(f32x4.sub(v128.load(scores + at), peak));
    v128.store(scores + at, value);
    total = f32x4.add(total, value);
  }
  return sum(total);
}

/** The values of all tokens, each by its share. */
function mix(value: usize, shares: usize, tokens: i32, whole: f32, out: usize): void {
  let c0 = f32x4.splat(0);
  let c1 = c0;
  let c2 = c0;
  let c3 = c0;
  let c4 = c0;
  let c5 = c0;
  let c6 = c0;
  let c7 = c0;
  for (let token = 0; token < tokens; token += 1) {
    const share = v128.load32_splat(shares);
    c0 = f32x4.add(c0, f32x4.mul(share, v128.load(value)));
    c1 = f32x4.add(c1, f32x4.mul(share, v128.load(value, 16)));
    c2 = f32x4.add(c2, f32x4.mul(share, v128.load(value, 32)));
    c3 = f32x4.add(c3, f32x4.mul(share, v128.load(value, 48)));
    c4 = f32x4.add(c4, f32x4.mul(share, v128.load(value, 64)));
    c5 = f32x4.add(c5, f32x4.mul(share, v128.load(value, 80)));
    c6 = f32x4.add(c6, f32x4.mul(share, v128.load(value, 96)));
    c7 = f32x4.add(c7, f32x4.mul(share, v128.load(value, 112)));
    shares += 4;
    value += QKV_ROW;
  }
  const scale = f32x4.splat(whole);
  v128.store(out, f32x4.mul(c0, scale));
  v128.store(out, f32x4.mul(c1, scale), 16);
  v128.store(out, f32x4.mul(c2, scale), 32);
  v128.store(out, f32x4.mul(c3, scale), 48);
  v128.store(out, f32x4.mul(c4, scale), 64);
  v128.store(out, f32x4.mul(c5, scale), 80);
  v128.store(out, f32x4.mul(c6, scale), 96);
  v128.store(out, f32x4.mul(c7, scale), 112);
}

/** values := gelu(values), by a quotient of polynomials for erf that is off by less than 1e-6. */
export function gelu(values: usize, count: i32): void {
  const end = values + ((<usize>count) << 2);
  const half = f32x4.splat(0.5);
  for (; values < end; values += 16) {
    const value = v128.load(values);
    const x = f32x4.min(
      f32x4.max(f32x4.mul(value, f32x4.splat(<f32>Math.SQRT1_2)), f32x4.splat(-4)),
      f32x4.splat(4),
    );
    const square = f32x4.mul(x, x);
    let over = f32x4.splat(-2.72614225801306e-10);
    over = step(over, square, 2.77068142495902e-8);
    over = step(over, square, -2.10102402082508e-6);
    over = step(over, square, -5.69250639462346e-5);
    over = step(over, square, -7.34990630326855e-4);
    over = step(over, square, -2.95459980854025e-3);
    over = step(over, square, -1.60960333262415e-2);
    let under = f32x4.splat(-1.45660718464996e-5);
    under = step(under, square, -2.13374055278905e-4);
    under = step(under, square, -1.68282697438203e-3);
    under = step(under, square, -7.37332916720468e-3);
    under = step(under, square, -1.42647390514189e-2);
    const erf = f32x4.div(f32x4.mul(x, over), under);
    v128.store(values, f32x4.mul(f32x4.mul(value, half), f32x4.add(erf, f32x4.splat(1))));
  }
}

/** The mean of a text's rows, brought to length one. */
export function pool(rows: usize, count: i32, out: usize): void {
  let squares = f32x4.splat(0);
  const share = f32x4.splat(<f32>1 / <f32>count);
  for (let at: usize = 0; at < HIDDEN_ROW; at += 16) {
    let total = f32x4.splat(0);
    let from = rows + at;
    for (let row = 0; row < count; row += 1) {
      total = f32x4.add(total, v128.load(from));
      from += HIDDEN_ROW;
    }
    total = f32x4.mul(total, share);
    v128.store(out + at, total);
    squares = f32x4.add(squares, f32x4.mul(total, total));
  }
  const scale = f32x4.splat(<f32>1 / max<f32>(sqrt<f32>(sum(squares)), EPSILON));
  for (let at: usize = 0; at < HIDDEN_ROW; at += 16)
    v128.store(out + at, f32x4.mul(v128.load(out + at), scale));
}

/** e to the power of numbers that are at most 0. */
function exp(power: v128): v128 {
  const x = f32x4.max(power, f32x4.splat(-87));
  const whole = f32x4.nearest(f32x4.mul(x, f32x4.splat(<f32>Math.LOG2E)));
  let rest = f32x4.sub(x, f32x4.mul(whole, f32x4.splat(0.693359375)));
  rest = f32x4.add(rest, f32x4.mul(whole, f32x4.splat(2.1219444e-4)));
  let value = f32x4.splat(1.98756915e-4);
  value = step(value, rest, 1.3981999507e-3);
  value = step(value, rest, 8.3334519073e-3);
  value = step(value, rest, 4.1665795894e-2);
  value = step(value, rest, 1.6666665459e-1);
  value = step(value, rest, 5.0000001201e-1);
  value = f32x4.add(f32x4.add(f32x4.mul(value, f32x4.mul(rest, rest)), rest), f32x4.splat(1));
  const exponent = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(whole), i32x4.splat(127)), 23);
  return f32x4.mul(value, exponent);
}

function step(value: v128, x: v128, next: f32): v128 {
  return f32x4.add(f32x4.mul(value, x), f32x4.splat(next));
}

function sum(four: v128): f32 {
  return (
    f32x4.extract_lane(four, 0) +
    f32x4.extract_lane(four, 1) +
    (f32x4.extract_lane(four, 2) + f32x4.extract_lane(four, 3))
  );
}

function largest(four: v128): f32 {
  return max<f32>(
    max<f32>(f32x4.extract_lane(four, 0), f32x4.extract_lane(four, 1)),
    max<f32>(f32x4.extract_lane(four, 2), f32x4.extract_lane(four, 3)),
  );
}
