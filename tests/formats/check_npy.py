# SPDX-License-Identifier: MIT
"""npy: the arrays as NumPy loads them, and the arrays that NumPy saves. @format"""

import io
import itertools
import json

import numpy
from helper import TestCase, output, read, run, run_process, write
from maps import FormatTestCase, maps

# Every dtype that is read, and some that are not.
DTYPES = ["?", "i1", "u1", "<i2", "<u2", "<i4", "<u4", "<i8", "<u8", "<f2", "<f4", "<f8"]
OTHER_DTYPES = ["c8", "S1", "U1", "M8[s]", "O", "g"]
SMALL = ("-q", "-W20", "-H10", "--room-max=6", "--doors")


def load(data, **options):
    return numpy.load(io.BytesIO(data), **options)


def save(array, version=None):
    """Returns the bytes of a file with this array."""
    file = io.BytesIO()
    numpy.lib.format.write_array(file, array, version)
    return file.getvalue()


def with_header(header, version=b"\1\0", data=b"\0\1\0\0\0\0"):
    """Returns a file with this header, whatever it says."""
    size = 2 if version == b"\1\0" else 4
    text = header.encode()
    return b"\x93NUMPY" + version + len(text).to_bytes(size, "little") + text + data


def tiles_of(document):
    """The numbers of the tiles of a JSON document."""
    return [["#.+".index(tile) for tile in row] for row in document["tiles"]]


def json_maps(*options):
    return [json.loads(line) for line in output(*options, "-f", "json").splitlines()]


class Written(FormatTestCase):
    def test_maps_of_all_shapes(self):
        for map in maps():
            with self.subTest(map.options):
                array = load(output(*map.options, "-f", "npy"))
                self.assertEqual((array.shape, array.dtype), ((map.height, map.width), "uint8"))
                rows = ["".join("#.+"[tile] for tile in row) for row in array]
                self.assert_rows(rows, map.rows)

    def test_marks(self):
        """Where the array has 3 and 4, the document has the exit and the spawn."""
        for show, numbers in {
            "none": {}, "spawn": {4: "spawn"}, "exit": {3: "exit"},
            "spawn,exit": {3: "exit", 4: "spawn"},
        }.items():
            for map in maps():
                with self.subTest(map.options, show=show):
                    array = load(output(*map.options, "--show", show, "-f", "npy"))
                    expected = load(output(*map.options, "-f", "npy"))
                    # The spawn hides the exit of a map with a single room.
                    for number, name in sorted(numbers.items()):
                        mark = map.document[name]
                        expected[mark["y"], mark["x"]] = number
                    self.assertEqual(array.tolist(), expected.tolist())

    def test_marks_in_a_batch(self):
        command = ("-qs1", "-n3", "--doors", "--show", "spawn,exit")
        array = load(output(*command, "-f", "npy"))
        rows = output(*command, "-f", "csv").decode().splitlines()
        self.assertEqual(array.reshape(-1, 80).tolist(), [[*map(int, row.split(","))] for row in rows])
        self.assertEqual(numpy.argwhere(array == 4)[:, 0].tolist(), [0, 1, 2])

    def test_the_header_is_that_of_the_format(self):
        data = output("-qs1", "-f", "npy")
        self.assertEqual(numpy.lib.format.read_magic(io.BytesIO(data)), (1, 0))
        array = load(data)
        self.assertTrue(array.flags.c_contiguous)
        self.assertEqual(len(data) - array.size, 128, "the elements are aligned")

    def test_numpy_saves_the_same_bytes(self):
        for options in (("-s1",), ("-s1", "-n3"), ("-s1", "-n12345", "-W9", "-H9")):
            with self.subTest(options):
                data = output(*SMALL, "--room-min=2", *options, "-fnpy")
                self.assertTrue(data == save(load(data)), "the bytes differ")

    def test_a_file_is_mapped_into_memory(self):
        name = self.path("maps.npy")
        self.good(*SMALL, "-s1", "-n9", "-o", name)
        array = numpy.load(name, mmap_mode="r")
        self.assertEqual(array.shape, (9, 10, 20))
        self.assertEqual(array[4].tolist(), tiles_of(json_maps(*SMALL, "-s5")[0]))

    def test_a_batch_is_one_array(self):
        for options in (("-n3",), ("--find=3", "--where=rooms=2.."), ("-n2", "--tunnels=around")):
            with self.subTest(options):
                command = (*SMALL, "-s1", *options)
                expected = [tiles_of(document) for document in json_maps(*command)]
                self.assertEqual(load(output(*command, "-f", "npy")).tolist(), expected)

    def test_one_map_has_two_dimensions(self):
        for options in ((), ("-n1",), ("--find=1", "--min-rooms=2"), ("-n1", "--where=rooms=1..")):
            with self.subTest(options):
                self.assertEqual(load(output(*SMALL, "-s1", *options, "-fnpy")).shape, (10, 20))

    def test_each_file_of_a_pattern_has_one_map(self):
        self.good(*SMALL, "-s1", "-n3", "--min-rooms=1", "-o", self.path("%i.npy"))
        for number in (1, 2, 3):
            self.assertEqual(numpy.load(self.path(f"{number}.npy")).shape, (10, 20))

    def test_a_batch_of_unknown_size_needs_a_file(self):
        for option in ("--where=rooms=1..", "--min-rooms=1"):
            with self.subTest(option):
                result = run(*SMALL, "-s1", "-n3", option, "-fnpy")
                problem = "--count 3: cannot write an unknown number of npy maps to standard output"
                message = self.assert_message(result, 2, problem)
                self.assertTrue(message.endswith("; try --output maps.npy"), message)
                self.assertEqual(result.stdout, b"")
                self.good(*SMALL, "-s1", "-n3", option, "-o", self.path("maps.npy"))
                expected = output(*SMALL, "-s1", "-n3", "-fnpy")
                self.assertEqual(read(self.path("maps.npy")), expected)

    def test_a_search_has_a_known_size(self):
        for option in ("--where=rooms=1..", "--min-rooms=1"):
            found = load(output(*SMALL, "-s1", "--find=3", option, "-fnpy"))
            expected = output(*SMALL, "-s1", "-n3", option, "-fcsv")
            rows = [list(map(int, row.split(b","))) for row in expected.splitlines()]
            self.assertEqual(found.reshape(-1, 20).tolist(), rows)

    def test_a_search_that_ends_early_leaves_no_file(self):
        name = self.path("maps.npy")
        where = f"--where=seed=..{2**64 - 4}"
        result = run(*SMALL, "--seed", str(2**64 - 5), "--find=3", where, "-o", name)
        self.assertEqual(result.returncode, 3)
        self.assert_holds()

    def test_input_maps_are_an_array_only_in_a_file(self):
        two_maps = output(*SMALL, "-s1", "-n2", "-fjson")
        first_map = two_maps.splitlines()[0]
        self.assertEqual(load(output("-q", "-", "-fnpy", input=first_map)).shape, (10, 20))
        write(self.path("maps"), two_maps)
        result = run("-q", self.path("maps"), "-fnpy")
        self.assert_message(result, 4, "an unknown number of npy maps", "maps.npy")
        self.assertEqual(result.stdout, b"")
        self.good("-q", self.path("maps"), "-o", self.path("out.npy"))
        self.assertEqual(read(self.path("out.npy")), output(*SMALL, "-s1", "-n2", "-fnpy"))
        self.good("-q", self.path("maps"), "--where=seed=2", "-o", self.path("out.npy"))
        self.assertEqual(read(self.path("out.npy")), output(*SMALL, "-s2", "-fnpy"))
        self.good("-q", "-s1", "-fjson", "-o", self.path("other"))
        result = run("-q", self.path("maps"), self.path("other"), "-o", self.path("out.npy"))
        self.assert_message(result, 4, "80x45 cannot be in one npy array with maps of 20x10")
        self.assertEqual(read(self.path("out.npy")), output(*SMALL, "-s2", "-fnpy"))
        self.good("-q", self.path("maps"), "-o", self.path("out-%i.npy"))
        self.assert_holds("maps", "other", "out.npy", "out-1.npy", "out-2.npy")


class Read(TestCase):
    """What numpy.save writes for numbers is read again."""

    def csv_of(self, data):
        return self.good("-q", "-", "-fcsv", input=data)

    def test_arrays_of_all_dtypes(self):
        documents = json_maps(*SMALL, "-s1", "-n3")
        batch = numpy.array([tiles_of(document) for document in documents])
        self.assertEqual(batch.max(), 2, "the maps have doors")
        for dtype, dimensions in itertools.product(DTYPES, (2, 3)):
            with self.subTest(dtype=dtype, dimensions=dimensions):
                array = batch if dimensions == 3 else batch[0]
                if dtype == "?":
                    array = array.clip(0, 1)
                rows = numpy.reshape(array, (-1, 20))
                expected = "".join(",".join(map(str, row)) + "\n" for row in rows)
                self.assertEqual(self.csv_of(save(array.astype(dtype))).decode(), expected)

    def test_other_orders_and_their_fixes(self):
        array = numpy.array([[0, 1, 0], [1, 0, 1]], "u1")
        result = run("-q", "-", input=save(numpy.asfortranarray(array)))
        fix = "cannot read an array in Fortran order; save numpy.ascontiguousarray(a)"
        self.assert_message(result, 4, fix)
        fixed = numpy.ascontiguousarray(numpy.asfortranarray(array))
        self.assertEqual(self.csv_of(save(fixed)), b"0,1,0\n1,0,1\n")
        for dtype in (">i2", ">u4", ">f8"):
            result = run("-q", "-", input=save(array.astype(dtype)))
            fix = f"cannot read dtype '{dtype}', only booleans, integers, and floats; save a.astype('<{dtype[1:]}')"
            self.assert_message(result, 4, fix)
            fixed = array.astype(dtype).astype("<" + dtype[1:])
            self.assertEqual(self.csv_of(save(fixed)), b"0,1,0\n1,0,1\n")

    def test_a_third_dimension_that_is_not_of_maps(self):
        for channels in (1, 2):
            array = numpy.ones((3, 4, channels), "u1")
            fix = f"shape (3, 4, {channels}) has a third dimension; save a[:, :, 0]"
            self.assert_message(run("-q", "-", input=save(array)), 4, fix)
            self.assertEqual(self.csv_of(save(array[:, :, 0])), 3 * b"1,1,1,1\n")

    def test_other_versions(self):
        array = numpy.array([[0, 1], [1, 0]], "u1")
        self.assertEqual(self.csv_of(save(array, (1, 0))), b"0,1\n1,0\n")
        for version in ((2, 0), (3, 0)):
            result = run("-q", "-", input=save(array, version))
            self.assert_message(result, 4, "expected an array of numbers as numpy.save writes it")

    def test_what_is_written_is_read(self):
        data = output(*SMALL, "-s1", "-n3", "-fnpy")
        self.assertEqual(self.csv_of(data), output(*SMALL, "-s1", "-n3", "-fcsv"))
        self.assertEqual(output("-q", "-", "-fnpy", input=output(*SMALL, "-s2", "-fnpy")),
                         output(*SMALL, "-s2", "-fnpy"))

    def test_a_file_larger_than_the_buffer(self):
        array = numpy.ones((1500, 1000), "<i8")
        self.assertEqual(self.csv_of(save(array)), 1500 * (b",".join(1000 * [b"1"]) + b"\n"))

    def test_a_file_of_two_maps_is_not_replaced_by_one(self):
        write(self.path("1.npy"), output(*SMALL, "-s1", "-n2", "-fnpy"))
        result = run("-q", "1.npy", "-fcsv", "-o", "%i.npy", cwd=self.folder)
        self.assert_message(result, 4, "1.npy: is also one of the files to read")

    def test_three_is_the_exit_and_four_is_the_spawn(self):
        for dtype in ("i1", "<i2", "<i8", "<f2", "<f4", "<f8"):
            saved = save(numpy.array([[0, 1, 3, 4]], dtype))
            self.assertEqual(self.csv_of(saved), b"0,1,3,4\n", dtype)

    def test_a_map_has_one_spawn(self):
        saved = save(numpy.array([[[1, 4], [4, 1], [1, 1]]] * 2).swapaxes(1, 2))
        result = run("-q", "-", "-fcsv", input=saved)
        self.assert_message(result, 4, ": [0, 1, 0]: duplicate spawn 4")

    def test_another_number_is_named_by_its_index(self):
        for number, dtype, dimensions in itertools.product((5, 7, 255, 256, 2**31), DTYPES, (2, 3)):
            array = numpy.zeros((2, 3, 4)[3 - dimensions :], dtype)
            array[..., 0, 0] = 1
            try:
                array[(1,) * (dimensions - 2) + (2, 1)] = number
            except OverflowError:
                continue
            # A boolean, or the number does not fit.
            if not array.max() > 4 or numpy.isinf(array.max()):
                continue
            index = "[1, 2, 1]" if dimensions == 3 else "[2, 1]"
            with self.subTest(number, dtype=dtype, dimensions=dimensions):
                result = run("-q", "-", "-fcsv", input=save(array))
                self.assert_message(result, 4, f": {index}: unknown number {array.max():.15g}")

    def test_numbers_of_any_size_are_listed(self):
        for dtype, numbers in {
            "i1": (-128, 127), "<i2": (-32768, 32767), "<i4": (-(2**31), 2**31 - 1),
            "<i8": (-(2**53), 2**53), "u1": (255,), "<u4": (2**32 - 1,), "<u8": (2**53,),
            "<f2": (-2048, 65504, 0.5, 2**-24), "<f4": (-(2**24), 0.25), "<f8": (2**53, 1e300, -0.125),
        }.items():
            for number in numbers:
                with self.subTest(number, dtype=dtype):
                    saved = save(numpy.array([[number, 5, number]], dtype))
                    options = (f"--walls={number!r}", "--floors=5")
                    self.assertEqual(self.good("-", *options, input=saved), b"#.#\n")

    def test_a_second_exit_is_named_by_its_index(self):
        result = run("-q", "-", input=save(numpy.array([[1, 3], [0, 3]], "u1")))
        self.assert_message(result, 4, "[1, 1]: duplicate exit 3")

    def test_other_dtypes_are_named(self):
        for dtype in OTHER_DTYPES:
            with self.subTest(dtype):
                saved = save(numpy.zeros((2, 2), dtype))
                message = self.assert_message(run("-q", "-", input=saved), 4, ": cannot read ")
                self.assertNotIn(";", message)
        # Parts of the list of dtypes that are not in it themselves.
        for dtype in (" <i", "1 |", "b1 "):
            header = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': (2, 3), }}"
            result = run("-q", "-", input=with_header(header, data=bytes(6 * 76)))
            self.assert_message(result, 4, f"cannot read dtype '{dtype}', only booleans")
        saved = save(numpy.zeros((2, 2), [("tile", "u1")]))
        self.assert_message(run("-q", "-", input=saved), 4, "expected an array of numbers")

    def test_other_dimensions(self):
        for dimensions in (0, 1, 4, 5):
            shape = (1,) * dimensions
            saved = save(numpy.zeros(shape, "u1"))
            problem = f"expected 2 or 3 dimensions, found shape {shape}"
            self.assert_message(run("-q", "-", input=saved), 4, problem)

    def test_empty_arrays(self):
        for shape in ((0, 2), (2, 0), (0, 2, 2), (2, 0, 2)):
            with self.subTest(shape):
                self.assert_message(run("-q", "-", input=save(numpy.zeros(shape, "u1"))), 4)

    def test_files_that_are_cut_off_or_too_long(self):
        data = output(*SMALL, "-s1", "-n2", "-fnpy")
        result = run("-", input=with_header("", b"\2\0", b"")[:11])
        self.assert_message(result, 4, "expected an array of numbers as numpy.save writes it")
        for length in (7, 9, 11, 60, 127, 128, 300, len(data) - 1):
            result = run("-", "-fcsv", input=data[:length])
            self.assert_message(result, 4)
        result = run("-", "-fcsv", input=data + b"\n")
        self.assert_message(result, 4, "unexpected data after the end of the array")

    def test_strange_headers_are_refused(self):
        good = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }"
        self.assertEqual(self.csv_of(with_header(good)), b"0,1,0\n0,0,0\n")
        for header in (
            "",
            "{}",
            good[:-1],
            good + "x",
            good.replace("'descr'", "descr"),
            good.replace("False", "0"),
            good.replace("False", "__import__('os').system('true')"),
            good.replace("(2, 3)", "[2, 3]"),
            good.replace("(2, 3)", "(2, -3)"),
            good.replace("(2, 3)", "(1 + 1, 3)"),
            good.replace("(2, 3)", "(99999999999999999999999, 3)"),
            good.replace("'shape'", "'descr'"),
            good.replace(", }", ", 'more': 1}"),
            good.replace("'shape': (2, 3), ", ""),
            good.replace("'|u1'", "'|u1"),
            good.replace("|u1", "|u\0"),
            good.replace("|u1", "|\0001"),
            good.replace("|u1", "\0u1"),
            good.replace("|u1", "|b2"),
            good.replace("|u1", 50 * "u"),
            "{",
            "{'descr': '|u1",
            "{'descr'",
            "{'shape': (2, 3",
            "{'shape': (2",
            "{'more': 1, " + good[1:],
            good.replace("{", "{'descr': '|u1', "),
            good.replace("True, ", "True ").replace("False, ", "False "),
            good + 5000 * " ",
            good + "\0",
        ):
            with self.subTest(header):
                result = run("-", input=with_header(header))
                self.assert_message(result, 4)
        for version in (b"\0\0", b"\1\1", b"\4\0", b"\2\0"):
            with self.subTest(version):
                data = with_header(good, version=version)
                result = run("-", input=data)
                self.assert_message(result, 4, "expected an array of numbers")

    def test_a_large_claim_needs_no_memory(self):
        for shape in ((65535, 65535), (9, 2**31 - 1), (2**30, 3, 3), (2, 2**31 - 1, 9)):
            header = f"{{'descr': '<i8', 'fortran_order': False, 'shape': {shape}, }}"
            with self.subTest(header):
                limited = ["prlimit", f"--as={64 << 20}"]
                result = run_process("-", "-fcsv", input=with_header(header), under=limited)
                self.assert_message(result, 4)

    def test_a_file_is_recognized_by_its_first_bytes(self):
        data = save(numpy.array([[0, 1]], "u1"))
        write(self.path("map"), data)
        self.assertEqual(self.good(self.path("map"), "-fcsv"), b"0,1\n")
        self.assertEqual(read(self.path("map")), data)
