// Computes the seal and the seed of a sealed draw again, in this browser and without sending anything.
// crypto.subtle exists on encrypted pages alone; halls often have none, so SHA-256 (FIPS 180-4) is written out here.
(() => {
  "use strict";
  const root = (number, exponent) => Math.floor((number ** exponent % 1) * 2 ** 32);
  const primes = [];
  for (let number = 2; primes.length < 64; number++) if (primes.every((prime) => number % prime)) primes.push(number);
  const START = primes.slice(0, 8).map((prime) => root(prime, 1 / 2)), ROUNDS = primes.map((prime) => root(prime, 1 / 3));
  const turn = (word, by) => (word >>> by) | (word << (32 - by));

  const sha256 = (text) => {
    const bytes = new TextEncoder().encode(text), length = ((bytes.length + 72) >> 6) << 6;
    const padded = new Uint8Array(length), view = new DataView(padded.buffer);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(length - 4, bytes.length << 3);
    const hash = Uint32Array.from(START), words = new Uint32Array(64);
    for (let at = 0; at < length; at += 64) {
      for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
      for (let i = 16; i < 64; i++) {
        const near = words[i - 15], far = words[i - 2];
        words[i] = words[i - 16] + (turn(near, 7) ^ turn(near, 18) ^ (near >>> 3))
          + words[i - 7] + (turn(far, 17) ^ turn(far, 19) ^ (far >>> 10));
      }
      let [a, b, c, d, e, f, g, h] = hash;
      for (let i = 0; i < 64; i++) {
        const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => { hash[i] += word; });
    }
    return [...hash].map((word) => word.toString(16).padStart(8, "0")).join("");
  };

  const form = document.getElementById("seal-check");
  if (!form) return;
  const value = (name) => document.getElementById(name).value.normalize("NFC");
  const line = (text) => text.split(/\s+/).filter(Boolean).join(" ");
  const list = () => value("seal-list").replace(/\n+$/, "").split("\n").map(line);
  const answer = document.getElementById("seal-answer");

  const check = () => {
    const secret = line(value("seal-secret")), shown = form.dataset;
    const seal = sha256(["troccas sealed draw", shown.number, secret, ...list()].join("\n"));
    const seed = parseInt(sha256(["troccas seed", seal, secret, line(value("seal-cards"))].join("\n")).slice(0, 13), 16);
    document.getElementById("seal-computed").textContent = seal;
    document.getElementById("seed-computed").textContent = String(seed);
    const words = [];
    if (seal !== shown.seal) words.push(answer.dataset.sealDiffers);
    if (String(seed) !== shown.seed) words.push(answer.dataset.seedDiffers);
    document.getElementById("seal-words").textContent = words.join(" ") || answer.dataset.fits;
    answer.className = words.length ? "note note-red" : "note note-green";
  };

  form.addEventListener("input", check);
  form.addEventListener("submit", (event) => event.preventDefault());
  check();
})();
