//! Arrays that can only be indexed by the right thing.
//!
//! `ByColor<T>` is `[T; 2]`, `ByRole<T>` is `[T; 6]`, and so on, but their index is a [`Color`] or a
//! [`Role`], never a bare integer. The index is always in range, so the compiler drops the check.

use core::ops::{Index, IndexMut};

use crate::{Color, Piece, Role, Square};

macro_rules! indexed_array {
    ($(#[$meta:meta])* $name:ident[$key:ident]) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(transparent)]
        pub struct $name<T>(pub [T; $key::COUNT]);

        impl<T> $name<T> {
            /// One element a key, each made by `f`.
            pub fn from_fn(mut f: impl FnMut($key) -> T) -> Self {
                $name(core::array::from_fn(|index| f($key::ALL[index])))
            }

            /// The elements with their keys, in index order.
            pub fn iter(&self) -> impl Iterator<Item = ($key, &T)> {
                $key::ALL.into_iter().zip(&self.0)
            }
        }

        impl<T: Copy> $name<T> {
            /// The same element everywhere.
            pub const fn splat(value: T) -> Self {
                $name([value; $key::COUNT])
            }
        }

        impl<T: Copy + Default> Default for $name<T> {
            fn default() -> Self {
                Self::splat(T::default())
            }
        }

        impl<T> Index<$key> for $name<T> {
            type Output = T;

            #[inline]
            fn index(&self, key: $key) -> &T {
                &self.0[key.index()]
            }
        }

        impl<T> IndexMut<$key> for $name<T> {
            #[inline]
            fn index_mut(&mut self, key: $key) -> &mut T {
                &mut self.0[key.index()]
            }
        }
    };
}

indexed_array! {
    /// Two elements, one for each side.
    ByColor[Color]
}
indexed_array! {
    /// Six elements, one for each kind of piece.
    ByRole[Role]
}
indexed_array! {
    /// Twelve elements, one for each kind of piece of each side.
    ByPiece[Piece]
}
indexed_array! {
    /// 64 elements, one for each square.
    BySquare[Square]
}
