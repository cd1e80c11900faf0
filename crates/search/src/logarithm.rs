//! A logarithm of integers, the same on every machine.

/// The natural logarithm of a number from 1 on, in 1024ths.
#[inline]
pub(crate) fn ln(n: u32) -> i32 {
    LN[(n as usize).min(LN.len() - 1)]
}

/// Made of integers only, so that no two machines round differently.
static LN: [i32; 256] = {
    let mut table = [0; 256];
    let mut n = 1;
    while n < table.len() {
        table[n] = integer_ln(n as u64);
        n += 1;
    }
    table
};

/// The binary logarithm bit by bit (the square of a number has twice its logarithm), times ln 2.
const fn integer_ln(n: u64) -> i32 {
    const BITS: u32 = 20;
    /// ln 2 in units of 2⁻³⁰.
    const LN_2: u64 = 744_261_118;
    let mut log = n.ilog2() as u64;
    let mut mantissa = (n << 31) >> log;
    let mut bit = 0;
    while bit < BITS {
        mantissa = (mantissa * mantissa) >> 31;
        log <<= 1;
        if mantissa >= 2 << 31 {
            mantissa >>= 1;
            log |= 1;
        }
        bit += 1;
    }
    let unit = BITS + 30 - 10;
    ((log * LN_2 + (1 << (unit - 1))) >> unit) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_that_of_floating_point() {
        for n in 1..256u32 {
            let wanted = f64::from(n).ln() * 1024.0;
            assert!((f64::from(ln(n)) - wanted).abs() <= 1.0, "ln {n}: {} for {wanted}", ln(n));
        }
        assert_eq!(ln(1000), ln(255));
    }
}
